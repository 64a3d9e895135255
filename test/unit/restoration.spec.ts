import { applyStep, fieldChanges, isChange } from '../../src/administration/undo/apply-step';
import type { CellPast } from '../../src/administration/undo/cell-past';
import { restoreFields } from '../../src/administration/undo/field-restoration';
import type { PlanPast, PushedCell } from '../../src/administration/undo/pushed-cells.repository';
import type { PlansToRestore } from '../../src/administration/undo/plan-restoration';
import { PushedCells, restorePlans } from '../../src/administration/undo/plan-restoration';
import type { Restoration } from '../../src/administration/undo/restoration';
import { restoreRoom, verdictOf } from '../../src/administration/undo/restoration';
import type { PlannedStep } from '../../src/administration/undo/step-planner';
import { NOT_SET } from '../../src/calendar/cell';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { derivation } from '../support/records';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const [ROOM, ELSEWHERE] = ['1', '2'] as RoomId[] as [RoomId, RoomId];
const [MON, TUE] = ['2026-12-07', '2026-12-08'] as CalendarDate[] as [CalendarDate, CalendarDate];

function pastOf(past: Partial<CellPast> = {}): CellPast {
  return {
    value: 100,
    exists: true,
    lastOther: null,
    firstUndone: null,
    lastUndone: null,
    before: null,
    after: null,
    states: [],
    ...past,
  };
}
/** A cell that only the entries to undo have changed, from 100 to 110. */
const undone = (past: Partial<CellPast> = {}) =>
  pastOf({ value: 110, firstUndone: 5, lastUndone: 5, before: 100, after: 110, ...past });
function pushed(cell: Partial<PushedCell> = {}): PushedCell {
  return {
    roomId: ROOM,
    ratePlanId: null,
    field: 'roomsLeft',
    date: MON,
    lastApplied: 5,
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
    ['unchanged where the push found what it was to set', pastOf(), { lastApplied: null }, 'unchanged'],
    ['unchanged where it was applied and has no change', pastOf(), {}, 'unchanged'],
    ['changed since where something else was later', pastOf({ lastOther: 6 }), {}, 'changedSince'],
    [
      'unchanged where something else was later, and the push had changed nothing',
      pastOf({ lastOther: 6 }),
      { lastApplied: null },
      'unchanged',
    ],
    [
      'unchanged where the push set it back itself, after something else',
      pastOf({ lastOther: 4 }),
      {},
      'unchanged',
    ],
    [
      'changed since where something else followed what is undone, and the last push set it back itself',
      pastOf({ lastUndone: 3, lastOther: 4 }),
      {},
      'changedSince',
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
    ['unchanged where its room has been deleted, unapplied', undefined, { lastApplied: null }, 'unchanged'],
    ['changed since where its room is another one', undone(), { isOfEarlierRoom: true }, 'changedSince'],
  ])('The verdict on a pushed cell is %s', (_, past, cell, verdict) => {
    expect(verdictOf(past, pushed(cell))).toBe(verdict);
  });

  it('The verdict on a pushed cell is about the present plan, not about an earlier plan with its id', () => {
    expect(verdictOf(undone(), pushed({ lastPushed: 5 }), 6)).toBe('changedSince');
    expect(verdictOf(undone(), pushed({ lastPushed: 5 }), 5)).toBe('restored');
  });
});

describe('rooms left', () => {
  it('An undo restores rooms left, or leaves rooms left that were changed since', () => {
    const pasts = new Map([
      [MON, undone()],
      [TUE, pastOf({ lastOther: 6 })],
    ]);
    expect(restoreRoom([pushed(), pushed({ date: TUE })], pasts)).toMatchObject([
      { date: MON, from: 110, to: 100, verdict: 'restored' },
      { date: TUE, from: 100, to: 100, verdict: 'changedSince' },
    ]);
    expect(restoreRoom([pushed()], new Map())).toMatchObject([
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
    [base, derived].map(({ id }): [RatePlanId, PlanPast] => [id, { ratePlanId: id, began: null, rules: [] }]),
  );
  const ofBase = pushed({ ratePlanId: base.id, field: 'price' });
  const basePast = undone({ before: euros(100), value: euros(120), after: euros(120) });
  const derivedPast = undone({ before: euros(50), value: euros(60), after: euros(60) });

  type Wanted = Partial<Omit<PlansToRestore, 'pushed'> & { pushed: PushedCell[] }>;
  function restore(
    pasts: [RatePlanId, CellPast][],
    { pushed: cells = [ofBase], tree = [base, derived], ...rest }: Wanted = {},
  ): Pick<Restoration, 'ratePlanId' | 'from' | 'to' | 'verdict'>[] {
    const restorations = restorePlans({
      roomId: ROOM,
      field: 'price',
      openedDates: new Set(),
      oldPlans: new Set(),
      dates: [MON],
      own: tree.filter(({ roomId }) => roomId === ROOM),
      tree,
      parentOn: ({ derivedFromId }) => [base, derived].find(({ id }) => id === derivedFromId),
      pushed: new PushedCells(cells),
      pasts: new Map(pasts.map(([id, past]) => [id, new Map([[MON, past]])])),
      plans: plans,
      ...rest,
    });
    return restorations.map(({ ratePlanId, from, to, verdict }) => ({ ratePlanId, from, to, verdict }));
  }
  const restoredBase = { ratePlanId: base.id, from: euros(120), to: euros(100), verdict: 'restored' };

  it('An undo restores prices and the prices derived from them', () => {
    expect(
      restore([
        [base.id, basePast],
        [derived.id, derivedPast],
      ]),
    ).toEqual([restoredBase, { ratePlanId: derived.id, from: euros(60), to: euros(50), verdict: null }]);
  });

  it('Derived prices that cannot be restored follow the rule after an undo if they follow the rule now', () => {
    const own = { ...derivedPast, before: euros(77) };
    const follows = { ratePlanId: derived.id, from: euros(60), to: euros(50), verdict: null };
    const goesBack = { ...follows, to: euros(77) };
    const since = (moment: number) =>
      new Map([[derived.id, { ratePlanId: derived.id, began: null, rules: [{ ...derived, moment }] }]]);
    const withRule = (moment: number) =>
      restore(
        [
          [base.id, basePast],
          [derived.id, own],
        ],
        { plans: since(moment) },
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

  it('An undo restores derived prices if others changed the parent and the parent has its former value again', () => {
    const own = { ...derivedPast, before: euros(77) };
    const states = [
      { moment: 4, value: euros(100) },
      { moment: 5, value: euros(120) },
      { moment: 6, value: euros(110) },
      { moment: 7, value: euros(100) },
    ];
    const ofParent = (value: number) => pastOf({ value, lastOther: 7, states });
    const withParent = (value: number) =>
      restore(
        [
          [base.id, ofParent(value)],
          [derived.id, own],
        ],
        { pushed: [], openedDates: new Set([MON]) },
      ).find(({ ratePlanId }) => ratePlanId === derived.id)?.to;
    expect(withParent(euros(100))).toBe(euros(77));
    expect(withParent(euros(120))).toBe(euros(60));
  });

  it('An undo leaves derived prices whose parent follows a push to another room, if that push is not undone', () => {
    const [ofOtherRoom, below] = [
      calendarPlan('10', { roomId: ELSEWHERE }),
      { ...base, derivedFromId: '10' as RatePlanId },
    ];
    const states = (value: number) => [
      { moment: 4, value: euros(value) },
      { moment: 5, value: euros(value * 1.2) },
    ];
    expect(
      restore(
        [
          [ofOtherRoom.id, pastOf({ value: euros(120), lastOther: 5, states: states(100) })],
          [base.id, { ...basePast, states: states(100) }],
          [derived.id, derivedPast],
        ],
        {
          pushed: [],
          tree: [below, derived],
          parentOn: ({ derivedFromId }) => [ofOtherRoom, below].find(({ id }) => id === derivedFromId),
        },
      ),
    ).toEqual([
      { ratePlanId: base.id, from: euros(120), to: euros(120), verdict: 'changedSince' },
      { ratePlanId: derived.id, from: euros(60), to: euros(60), verdict: null },
    ]);
  });

  it('An undo leaves derived prices that do not follow the rule or have no record', () => {
    const stays = (past: CellPast) =>
      restore([
        [base.id, basePast],
        [derived.id, past],
      ])[1];
    const pushedItself = pastOf({ value: euros(70), lastOther: 6 });
    expect(stays(pushedItself)).toMatchObject({ from: euros(70), to: euros(70) });
    expect(stays(pastOf({ value: null, exists: false }))).toMatchObject({ from: null, to: null });
  });

  it('An undo leaves prices with an unknown past, and the prices derived from them', () => {
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

  it('An undo restores the pushed prices of another room only in the turn of that room', () => {
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

  it('An undo clears prices that a push of inventory filled in', () => {
    const filled = undone({ before: null, value: euros(60), after: euros(60) });
    expect(restore([[derived.id, filled]], { pushed: [], openedDates: new Set([MON]) })).toEqual([
      { ratePlanId: derived.id, from: euros(60), to: null, verdict: null },
    ]);
  });

  it('An undo treats restrictions the same on dates with and without pushed rooms left', () => {
    const set = undone({ before: null, value: 1, after: 1 });
    const opened = { pushed: [], openedDates: new Set([MON]) };
    expect(restore([[derived.id, set]], { ...opened, field: 'closedToArrival' })).toEqual([
      { ratePlanId: derived.id, from: 1, to: null, verdict: 'restored' },
    ]);
  });

  it('An undo leaves prices of a plan that has left the room', () => {
    expect(restore([], { tree: [], pushed: [pushed({ ratePlanId: '99' as RatePlanId })] })).toEqual([
      { ratePlanId: '99', from: null, to: null, verdict: 'changedSince' },
    ]);
  });

  it('An undo clears prices if the rule gives more than can be stored', () => {
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

  it('An undo restores the fields of a room to the values before the last undone changes', () => {
    expect(restored(change(true, 3, 4), change(true, 4, 5))).toEqual([['totalRooms', 5, 3, 'restored']]);
    expect(restored(change(true, 1, 2), change(false, 2, 4), change(true, 4, 5))).toEqual([
      ['totalRooms', 5, 4, 'restored'],
    ]);
  });

  it('An undo leaves fields of a room that were changed later, or whose room was created again', () => {
    const left = [['totalRooms', 5, 5, 'changedSince']];
    expect(restored(change(true, 3, 4), change(false, 4, 5))).toEqual(left);
    expect(restored(change(true, 3, 4))).toEqual(left);
    expect(restored(change(true, 4, 5), change(false, null, null, true))).toEqual(left);
    expect(restoreFields(ROOM, null, [change(true, 4, 5)])).toMatchObject([
      { from: null, to: null, verdict: 'changedSince' },
    ]);
  });

  it('An undo has no fields of a room if none of their changes is undone, or if the changes cancel out', () => {
    expect(restored(change(false, 3, 5))).toEqual([]);
    expect(restored(change(true, 5, 4), change(true, 4, 5))).toEqual([]);
  });
});

describe('a step of an undo', () => {
  const cell = (rest: Partial<Restoration>): Restoration => ({
    roomId: ROOM,
    ratePlanId: null,
    field: 'roomsLeft',
    date: MON,
    from: 1,
    to: 1,
    verdict: 'changedSince',
    ...rest,
  });
  const step = (rest: Partial<PlannedStep>): PlannedStep => ({
    cells: [],
    fields: [],
    nextDate: null,
    sources: [],
    ...rest,
  });
  const field = { roomId: ROOM, ratePlanId: null, field: 'adults', from: 2, to: 3 } as const;

  it('A step changes something if a cell or a field gets another value', () => {
    expect(isChange(step({ cells: [cell({}), cell({ field: 'price' })] }))).toBe(false);
    expect(isChange(step({ cells: [cell({ to: 2 })] }))).toBe(true);
    expect(isChange(step({ cells: [cell({ field: 'maxStay', to: 2 })] }))).toBe(true);
    expect(isChange(step({ fields: [{ ...field, verdict: 'changedSince' }] }))).toBe(false);
    expect(isChange(step({ fields: [{ ...field, verdict: 'restored' }] }))).toBe(true);
  });

  it('A step reports the restored fields with their old and new values, as in the journal', () => {
    const other = { ...field, field: 'children' as const, verdict: 'changedSince' as const };
    expect(fieldChanges({ fields: [{ ...field, verdict: 'restored' }, other] })).toEqual({
      adults: { from: 2, to: 3 },
    });
    expect(fieldChanges({ fields: [other] })).toBeUndefined();
  });

  it('A step restores cells and fields in all rooms, and says which dates are overbooked then', () => {
    const calendars = new RoomCalendars();
    const [base, elsewhere] = [calendarPlan('11'), calendarPlan('12', { roomId: ELSEWHERE })];
    const days = { dates: [MON, TUE], roomsLeft: [5, 5], occupied: [2, 2] };
    calendars.add(roomCalendar({ plans: [base], ...days, rows: [[10, 10]] }));
    calendars.add(roomCalendar({ id: ELSEWHERE, plans: [elsewhere], ...days, rows: [[20, 20]] }));
    const overbooked = applyStep(
      calendars,
      ROOM,
      step({
        cells: [
          cell({ from: 5, to: null }),
          cell({ date: TUE, from: 5, to: 2 }),
          cell({ field: 'closed', date: TUE, from: null, to: 1 }),
          cell({ ratePlanId: base.id, field: 'price', from: 10, to: null }),
          cell({ ratePlanId: base.id, field: 'price', date: TUE, from: 10, to: 10 }),
          cell({ ratePlanId: base.id, field: 'maxStay', date: TUE, from: null, to: 7 }),
          cell({ roomId: ELSEWHERE, ratePlanId: elsewhere.id, field: 'price', from: 20, to: 15 }),
        ],
        fields: [{ ...field, verdict: 'restored' }],
      }),
    );
    expect(overbooked).toEqual([MON]);
    const [one, two] = [calendars.get(ROOM), calendars.get(ELSEWHERE)];
    expect([one.roomsLeftOn(MON), one.roomsLeftOn(TUE)]).toEqual([0, 2]);
    expect([one.isClosed(MON), one.isClosed(TUE)]).toEqual([false, true]);
    expect(one.restrictionOf(base.id, TUE, 'maxStay')).toBe(7);
    expect([one.rowOf(base.id), two.rowOf(elsewhere.id)]).toEqual([
      [NOT_SET, 10],
      [15, 20],
    ]);
    expect(one.capacity).toMatchObject({ adults: 3, children: null });
    expect(two.capacity).toBe(two.room.capacity);
  });
});
