import { RoomsToRead } from '../../src/administration/calendar/rooms-to-read';
import type { ShownPlan, ShownRoom } from '../../src/administration/calendar/shown-room';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';

const PARENT_ROOM = '9';

function plan(id: string, roomId: string, parentId: string | null = null): ShownPlan {
  return {
    id: id as RatePlanId,
    roomId: roomId as RoomId,
    name: 'Flexible',
    currency: 'EUR',
    derivedFromId: parentId as RatePlanId | null,
    derivation: null,
    hasHeldPrices: false,
    roomBegan: `the beginning of room ${roomId}`,
    isUncertain: false,
  };
}

function room(id: string, plans: ShownPlan[]): ShownRoom {
  return { id: id as RoomId, name: 'Double', propertyName: null, lastPush: null, plans };
}

/** Two rooms whose plans derive from one of a third room, which may be on the page too. */
function rooms(others: ShownRoom[] = []): { page: ShownRoom[]; toRead: RoomsToRead } {
  const base = plan('90', PARENT_ROOM);
  const page = [room('1', [plan('10', '1', base.id)]), room('2', [plan('20', '2', base.id)]), ...others];
  const plans = [...page.flatMap((each) => each.plans), base];
  return { page, toRead: new RoomsToRead(page, new Map(plans.map((each) => [each.id, each]))) };
}

describe('the rooms that a page reads', () => {
  it('The room of a parent is read once for all rooms of the page', () => {
    const { page, toRead } = rooms();
    const [first, second] = page.map((each) => toRead.take([each]));
    expect(first).toMatchObject([
      { id: '1', plans: [{ id: '10' }] },
      { id: PARENT_ROOM, plans: [{ id: '90' }], began: 'the beginning of room 9' },
    ]);
    expect(second).toMatchObject([{ id: '2', plans: [{ id: '20' }] }]);
  });

  it('A room of the page that is read early, because it has a parent plan, is read with all its plans', () => {
    const parents = room(PARENT_ROOM, [plan('90', PARENT_ROOM), plan('91', PARENT_ROOM)]);
    const { page, toRead } = rooms([parents]);
    expect(toRead.take(page.slice(0, 1))).toMatchObject([
      { id: '1' },
      { id: PARENT_ROOM, plans: [{ id: '90' }, { id: '91' }] },
    ]);
    expect(toRead.take(page.slice(1))).toMatchObject([{ id: '2' }]);
  });
});
