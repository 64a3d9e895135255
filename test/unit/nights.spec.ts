import type { CalendarOfRooms } from '../../web/api-types';
import type { NightRow } from '../../web/two-years/nights';
import { addNights, levelOf, summaryOf } from '../../web/two-years/nights';

describe('two years at a glance', () => {
  /** Rows of a room with one plan. */
  function read(part: {
    totalRooms: (number | null)[];
    prices: (string | null)[];
    states: string;
  }): NightRow[] {
    const { totalRooms, prices, states } = part;
    const plan = {
      id: '12',
      name: 'Flexible',
      prices,
      states,
      held: [{ date: '2026-12-03', price: '7.30' }],
    };
    const closed = totalRooms.map((_, index) => index === 1);
    const room = { roomId: '1', name: 'Double', totalRooms, closed, ratePlans: [plan] };
    const rows = new Map<string, NightRow>();
    addNights(rows, { from: '2026-12-01', items: [room] } as unknown as CalendarOfRooms, '2026-11-30');
    return [...rows.values()];
  }

  it('A night has a value or a mark, in the place of its date', () => {
    const rows = read({
      totalRooms: [4, 4, 0, null],
      prices: ['70.00', null, '70.00', null],
      states: 'pppp',
    });
    expect(rows.map(({ row, nights }) => [row, nights.slice(1)])).toEqual([
      ['r1', [4, 'noRooms', 'noRooms', 'noRecord']],
      ['12', [70, 'notSet', 'held', 'notSet']],
    ]);
    expect(rows[1]?.nights[0]).toBeUndefined();
  });

  it('A price without a record has another mark than a price that is not set', () => {
    const [, prices] = read({ totalRooms: [1], prices: [null], states: '-' });
    expect(prices?.nights[1]).toBe('noRecord');
  });

  it('The summary of a row has the places of its lowest and highest value and of each mark', () => {
    const nights = [90, 'notSet', 70, undefined, 730, 90, 'notSet'] as const;
    const row = { row: '12', name: 'Flexible', roomName: 'Double', isRoom: false, nights: [...nights] };
    expect(summaryOf(row)).toEqual({
      median: 90,
      lowest: 2,
      highest: 4,
      marked: { noRecord: [], notSet: [1, 6], held: [], noRooms: [] },
    });
  });

  it.each([
    [7.3, 0],
    [15, 1],
    [50, 2],
    [73, 3],
    [91.25, 4],
    [146, 5],
    [730, 6],
  ])('A price of %d has level %d beside a median of 73', (price, level) => {
    expect(levelOf(price, 73)).toBe(level);
  });

  it('A price of a free plan has the middle level', () => {
    expect(levelOf(0, 0)).toBe(3);
  });
});
