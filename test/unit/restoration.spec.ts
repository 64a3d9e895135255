import { applyStep, fieldChanges, isChange } from '../../src/administration/undo/apply-step';
import type { CellPast } from '../../src/administration/undo/cell-past';
import { restoreFields } from '../../src/administration/undo/field-restoration';
import type { PushedCell } from '../../src/administration/undo/pushed-cells.repository';
import type { PricesToRestore, Restoration } from '../../src/administration/undo/restoration';
import { restorePrices, restoreRoomsLeft, verdictOf } from '../../src/administration/undo/restoration';
import type { PlannedStep } from '../../src/administration/undo/step-planner';
import { NOT_SET } from '../../src/calendar/room-calendar';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { derivation } from '../support/records';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const [ROOM, ELSEWHERE] = ['1', '2'] as RoomId[] as [RoomId, RoomId];
const [MON, TUE] = ['2026-12-07', '2026-12-08'] as CalendarDate[] as [CalendarDate, CalendarDate];

function pastOf(past: Partial<CellPast> = {}): CellPast {
  return { value: 100, exists: true, lastOther: null, firstUndone: null, before: null, after: null, ...past };
}
/** Set from 100 to 110 by what is undone, and by nothing else. */
const undone = (past: Partial<CellPast> = {}) =>
  pastOf({ value: 110, firstUndone: 5, before: 100, after: 110, ...past });
function pushed(cell: Partial<PushedCell> = {}): PushedCell {
  return {
    roomId: ROOM,
    ratePlanId: null,
    date: MON,
    isApplied: true,
    isOld: false,
    lastPushed: 5,
    isOfEarlierRoom: false,
    ...cell,
  };
}

describe('the verdict on a pushed cell', () => {
  it.each<[string, CellPast | undefined, Partial<PushedCell>, string]>([
    ['restored where nothing else has changed it', undone(), {}, 'restored'],
    ['unchanged where what is undone has cancelled itself out', undone({ before: 110 }), {}, 'unchanged'],
    ['unchanged where the push found what it was to set', pastOf(), { isApplied: false }, 'unchanged'],
    ['unchanged where it was applied and has no change', pastOf(), {}, 'unchanged'],
    ['changed since where something else was later', pastOf({ lastOther: 6 }), {}, 'changedSince'],
    [
      'unchanged where something else was later, and the push had changed nothing',
      pastOf({ lastOther: 6 }),
      { isApplied: false },
      'unchanged',
    ],
    ['changed since where SQL has changed it', undone({ value: 120 }), {}, 'changedSince'],
    ['changed since where SQL has deleted it', undone({ exists: false }), {}, 'changedSince'],
    ['unknown where the push is older than the past', undone(), { isOld: true }, 'unknown'],
    [
      'known where something else has changed it since',
      undone({ lastOther: 4 }),
      { isOld: true },
      'restored',
    ],
    ['changed since where its room has been deleted', undefined, { isOld: true }, 'changedSince'],
    ['unchanged where its room has been deleted, unapplied', undefined, { isApplied: false }, 'unchanged'],
    ['changed since where its room is another one', undone(), { isOfEarlierRoom: true }, 'changedSince'],
  ])('is %s', (_, past, cell, verdict) => {
    expect(verdictOf(past, pushed(cell))).toBe(verdict);
  });

  it('is about the plan that there is now, and not about an earlier one under its id', () => {
    expect(verdictOf(undone(), pushed({ lastPushed: 5 }), 6)).toBe('changedSince');
    expect(verdictOf(undone(), pushed({ lastPushed: 5 }), 5)).toBe('restored');
  });
});

describe('rooms left', () => {
  it('go back to what they were, or stay', () => {
    const pasts = new Map([
      [MON, undone()],
      [TUE, pastOf({ lastOther: 6 })],
    ]);
    expect(restoreRoomsLeft([pushed(), pushed({ date: TUE })], pasts)).toMatchObject([
      { date: MON, from: 110, to: 100, verdict: 'restored' },
      { date: TUE, from: 100, to: 100, verdict: 'changedSince' },
    ]);
    expect(restoreRoomsLeft([pushed()], new Map())).toMatchObject([
      { from: null, to: null, verdict: 'changedSince' },
    ]);
  });
});

describe('prices', () => {
  const euros = (amount: number) => amount * 10_000;
  const base = calendarPlan('11');
  /** Half of the base. */
  const derived = calendarPlan('12', {
    derivedFromId: base.id,
    derivation: derivation({ steps: [{ percent: '-50' }] }),
  });
  const plans = new Map(
    [base, derived].map(({ id }) => [id, { ratePlanId: id, began: null, ruleSince: null }]),
  );
  const ofBase = pushed({ ratePlanId: base.id });
  const basePast = undone({ before: euros(100), value: euros(120), after: euros(120) });
  const derivedPast = undone({ before: euros(50), value: euros(60), after: euros(60) });

  function restore(
    pasts: [RatePlanId, CellPast][],
    rest: Partial<PricesToRestore> = {},
  ): Pick<Restoration, 'ratePlanId' | 'from' | 'to' | 'verdict'>[] {
    const restorations = restorePrices({
      roomId: ROOM,
      tree: [base, derived],
      pushed: [ofBase],
      pasts: new Map(pasts.map(([id, past]) => [id, new Map([[MON, past]])])),
      plans: plans,
      ...rest,
    });
    return restorations.map(({ ratePlanId, from, to, verdict }) => ({ ratePlanId, from, to, verdict }));
  }
  const restoredBase = { ratePlanId: base.id, from: euros(120), to: euros(100), verdict: 'restored' };

  it('go back, and derived ones with them', () => {
    expect(
      restore([
        [base.id, basePast],
        [derived.id, derivedPast],
      ]),
    ).toEqual([restoredBase, { ratePlanId: derived.id, from: euros(60), to: euros(50), verdict: null }]);
  });

  it('that derive follow the rule where they cannot go back, if they follow it now', () => {
    const own = { ...derivedPast, before: euros(77) };
    const follows = { ratePlanId: derived.id, from: euros(60), to: euros(50), verdict: null };
    const goesBack = { ...follows, to: euros(77) };
    const since = (ruleSince: number) =>
      new Map([[derived.id, { ratePlanId: derived.id, began: null, ruleSince }]]) as unknown as typeof plans;
    const withRule = (ruleSince: number) =>
      restore(
        [
          [base.id, basePast],
          [derived.id, own],
        ],
        { plans: since(ruleSince) },
      )[1];
    expect(withRule(4)).toEqual(goesBack);
    expect(withRule(5)).toEqual(follows);
    const withOther = (lastOther: number) =>
      restore([
        [base.id, { ...basePast, lastOther }],
        [derived.id, own],
      ])[1];
    expect(withOther(4)).toEqual(goesBack);
    expect(withOther(5)).toEqual(follows);
  });

  it('that derive stay where they do not follow the rule, or have no record', () => {
    const stays = (past: CellPast) =>
      restore([
        [base.id, basePast],
        [derived.id, past],
      ])[1];
    const pushedItself = pastOf({ value: euros(70), lastOther: 6 });
    expect(stays(pushedItself)).toMatchObject({ from: euros(70), to: euros(70) });
    expect(stays(pastOf({ value: null, exists: false }))).toMatchObject({ from: null, to: null });
  });

  it('that nobody knows are left, and what derives from them', () => {
    expect(
      restore(
        [
          [base.id, basePast],
          [derived.id, derivedPast],
        ],
        { pushed: [pushed({ ratePlanId: base.id, isOld: true })] },
      ),
    ).toEqual([
      { ratePlanId: base.id, from: euros(120), to: euros(120), verdict: 'unknown' },
      { ratePlanId: derived.id, from: euros(60), to: euros(60), verdict: null },
    ]);
  });

  it('of another room that were pushed themselves wait for the turn of their room', () => {
    const elsewhere = { ...derived, roomId: ELSEWHERE };
    expect(
      restore(
        [
          [base.id, basePast],
          [derived.id, derivedPast],
        ],
        {
          tree: [base, elsewhere],
          pushed: [ofBase, pushed({ roomId: ELSEWHERE, ratePlanId: derived.id })],
        },
      ),
    ).toEqual([restoredBase]);
  });

  it('that a push of inventory has filled are not set again', () => {
    const filled = undone({ before: null, value: euros(60), after: euros(60) });
    expect(restore([[derived.id, filled]], { pushed: [pushed()] })).toEqual([
      { ratePlanId: derived.id, from: euros(60), to: null, verdict: null },
    ]);
  });

  it('of a plan that is not in the room any more stay what they are', () => {
    expect(restore([], { tree: [], pushed: [pushed({ ratePlanId: '99' as RatePlanId })] })).toEqual([
      { ratePlanId: '99', from: null, to: null, verdict: 'changedSince' },
    ]);
  });

  it('become not set where the rule gives more than can be stored', () => {
    const most = calendarPlan('12', {
      derivedFromId: base.id,
      derivation: derivation({ steps: [{ percent: '100' }] }),
    });
    const high = undone({ before: 6e13, value: euros(10), after: euros(10) });
    const past = pastOf({ value: euros(20), lastOther: 6 });
    expect(
      restore(
        [
          [base.id, high],
          [most.id, past],
        ],
        { tree: [base, most] },
      )[1],
    ).toMatchObject({ from: euros(20), to: null });
  });
});

describe('the fields of a room', () => {
  const room = { maximumGuests: 2, totalRooms: 5, adults: null, children: null };
  const change = (isUndone: boolean, from: number | null, to: number | null, isLife = false) =>
    ({ isUndone, isLife, changes: isLife ? {} : { totalRooms: { from, to } } }) as never;
  const restored = (...changes: never[]) =>
    restoreFields(ROOM, room, changes).map(({ field, from, to, verdict }) => [field, from, to, verdict]);

  it('go back to what they were before the last changes that are undone', () => {
    expect(restored(change(true, 3, 4), change(true, 4, 5))).toEqual([['totalRooms', 5, 3, 'restored']]);
    expect(restored(change(true, 1, 2), change(false, 2, 4), change(true, 4, 5))).toEqual([
      ['totalRooms', 5, 4, 'restored'],
    ]);
  });

  it('stay where another change came after them, or the room has another life', () => {
    const left = [['totalRooms', 5, 5, 'changedSince']];
    expect(restored(change(true, 3, 4), change(false, 4, 5))).toEqual(left);
    expect(restored(change(true, 3, 4))).toEqual(left);
    expect(restored(change(true, 4, 5), change(false, null, null, true))).toEqual(left);
    expect(restoreFields(ROOM, null, [change(true, 4, 5)])).toMatchObject([
      { from: null, to: null, verdict: 'changedSince' },
    ]);
  });

  it('are none where nothing of them is undone, or where it comes to the same', () => {
    expect(restored(change(false, 3, 5))).toEqual([]);
    expect(restored(change(true, 5, 4), change(true, 4, 5))).toEqual([]);
  });
});

describe('a step of an undo', () => {
  const cell = (rest: Partial<Restoration>): Restoration => ({
    roomId: ROOM,
    ratePlanId: null,
    date: MON,
    from: 1,
    to: 1,
    verdict: 'changedSince',
    ...rest,
  });
  const step = (rest: Partial<PlannedStep>): PlannedStep => ({
    roomsLeft: [],
    prices: [],
    fields: [],
    nextDate: null,
    ...rest,
  });
  const field = { roomId: ROOM, ratePlanId: null, field: 'adults', from: 2, to: 3 } as const;

  it('changes something where a cell or a field becomes another', () => {
    expect(isChange(step({ roomsLeft: [cell({})], prices: [cell({})] }))).toBe(false);
    expect(isChange(step({ roomsLeft: [cell({ to: 2 })] }))).toBe(true);
    expect(isChange(step({ prices: [cell({ to: 2 })] }))).toBe(true);
    expect(isChange(step({ fields: [{ ...field, verdict: 'changedSince' }] }))).toBe(false);
    expect(isChange(step({ fields: [{ ...field, verdict: 'restored' }] }))).toBe(true);
  });

  it('names the fields that it restores, as the journal has them', () => {
    const other = { ...field, field: 'children' as const, verdict: 'changedSince' as const };
    expect(fieldChanges({ fields: [{ ...field, verdict: 'restored' }, other] })).toEqual({
      adults: { from: 2, to: 3 },
    });
    expect(fieldChanges({ fields: [other] })).toBeUndefined();
  });

  it('restores cells and fields, in all rooms, and says which dates are overbooked then', () => {
    const calendars = new RoomCalendars();
    const [base, elsewhere] = [calendarPlan('11'), calendarPlan('12', { roomId: ELSEWHERE })];
    const days = { dates: [MON, TUE], totals: [5, 5], occupied: [2, 2] };
    calendars.add(roomCalendar({ plans: [base], ...days, rows: [[10, 10]] }));
    calendars.add(roomCalendar({ id: ELSEWHERE, plans: [elsewhere], ...days, rows: [[20, 20]] }));
    const overbooked = applyStep(
      calendars,
      ROOM,
      step({
        roomsLeft: [cell({ from: 5, to: null }), cell({ date: TUE, from: 5, to: 2 })],
        prices: [
          cell({ ratePlanId: base.id, from: 10, to: null }),
          cell({ ratePlanId: base.id, date: TUE, from: 10, to: 10 }),
          cell({ roomId: ELSEWHERE, ratePlanId: elsewhere.id, from: 20, to: 15 }),
        ],
        fields: [{ ...field, verdict: 'restored' }],
      }),
    );
    expect(overbooked).toEqual([MON]);
    const [one, two] = [calendars.get(ROOM), calendars.get(ELSEWHERE)];
    expect([one.roomsLeftOn(MON), one.roomsLeftOn(TUE)]).toEqual([0, 2]);
    expect([one.rowOf(base.id), two.rowOf(elsewhere.id)]).toEqual([
      [NOT_SET, 10],
      [15, 20],
    ]);
    expect(one.capacity).toMatchObject({ adults: 3, children: null });
    expect(two.capacity).toBe(two.room.capacity);
  });
});
