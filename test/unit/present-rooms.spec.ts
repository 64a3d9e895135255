import type { CalendarOfRooms, CalendarRoom } from '../../web/api-types';
import { readPresent } from '../../web/calendar/present-rooms';

const pageOf = (ids: string[], nextCursor: string | null) =>
  ({ items: ids.map((roomId) => ({ roomId }) as CalendarRoom), nextCursor }) as CalendarOfRooms;

describe('the present rooms beside a page of the past', () => {
  const pages: Record<string, CalendarOfRooms> = {
    '9': pageOf(['10', '11'], '11'),
    '11': pageOf(['12', '13'], null),
  };
  const idsFor = async (first: CalendarOfRooms, lastId: string | undefined) => {
    const read: string[] = [];
    const rooms = await readPresent(first, lastId, (cursor) => {
      read.push(cursor);
      return Promise.resolve(pages[cursor]!);
    });
    return [[...rooms.keys()], read];
  };

  it('A page of the past finds the present of its rooms, even if other rooms were created since', async () => {
    expect(await idsFor(pageOf(['2', '9'], '9'), '10')).toEqual([['2', '9', '10', '11'], ['9']]);
    expect(await idsFor(pageOf(['2', '9'], '9'), '99')).toEqual([
      ['2', '9', '10', '11', '12', '13'],
      ['9', '11'],
    ]);
  });

  it('No second page of present rooms is read if the first reaches the last room of the past page, or if that page is empty', async () => {
    expect(await idsFor(pageOf(['2', '9'], '9'), '9')).toEqual([['2', '9'], []]);
    expect(await idsFor(pageOf(['2', '9'], '9'), undefined)).toEqual([['2', '9'], []]);
  });
});
