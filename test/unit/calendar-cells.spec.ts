import type { CalendarPlan, CalendarRoom } from '../../web/api-types';
import { lettersOf, priceCells, roomsCell } from '../../web/calendar/cells';
import { readDerived, targetsOf } from '../../web/closures/targets';

const DATE = '2026-12-24';

function plan(fields: Partial<CalendarPlan> = {}): CalendarPlan {
  return {
    id: '12',
    name: 'Flexible',
    currency: 'EUR',
    derivedFrom: null,
    depth: 0,
    prices: ['100.10'],
    states: 'p',
    restrictions: {},
    held: [],
    ...fields,
  };
}

function room(fields: Partial<CalendarRoom> = {}): CalendarRoom {
  return {
    roomId: '1',
    name: 'Double',
    propertyName: 'Hotel Bar',
    lastPush: null,
    totalRooms: [3],
    occupiedRooms: [0],
    closed: [false],
    closures: [],
    ratePlans: [plan()],
    ...fields,
  };
}

function closure(fields: Partial<CalendarRoom['closures'][number]> = {}): CalendarRoom['closures'][number] {
  const [from, to] = ['2026-12-23', DATE];
  return { id: 'c', ratePlanId: null, from, to, reason: 'Fair', createdAt: '', createdBy: 'ada', ...fields };
}

function cellOf(ofPlan: CalendarPlan, ofRoom = room(), now?: Parameters<typeof priceCells>[2]) {
  return priceCells(ofRoom, ofPlan, now)(DATE, 0);
}

describe('a cell of the calendar page', () => {
  it('A cell marks a price that has changed by more than usual within a day, with its price before', () => {
    const cellWith = (before: string | null, percent = 40) =>
      priceCells(room(), plan(), undefined, { prices: [before], percent })(DATE, 0);
    const marked = { kind: 'pushed large-change', tag: 'was 200.00', text: '100.10' };
    expect(cellWith('200.00')).toEqual({
      ...marked,
      name: `Flexible, ${DATE}: 100.10 EUR`,
      remark: 'was 200.00 within a day',
    });
    for (const before of ['100.10', '120.00', '72.00', null]) expect(cellWith(before).kind).toBe('pushed');
    expect(cellWith('71.00').tag).toBe('was 71.00');
    expect(cellWith('120.00', 10).tag).toBe('was 120.00');
  });

  it('A cell abbreviates each restriction, and its name spells it out', () => {
    const restrictions = {
      stopSell: [true],
      closedToArrival: [true],
      closedToDeparture: [true],
      minStayArrival: [3],
      minStayThrough: [4],
      maxStay: [7],
    };
    expect(cellOf(plan({ restrictions }))).toEqual({
      kind: 'pushed stopped',
      text: '100.10',
      tag: 'stop ≥3 ≤7 CTA CTD ↔4',
      name:
        `Flexible, ${DATE}: 100.10 EUR, stop sell, closed to arrival, closed to departure, minimum stay 3, ` +
        'minimum stay through 4, maximum stay 7',
    });
  });

  it('The cell of a plan shows a blackout of its room before its own restrictions', () => {
    const blackout = room({ closed: [true] });
    const limited = plan({ restrictions: { minStayArrival: [3] } });
    expect(cellOf(plan(), blackout)).toMatchObject({
      kind: 'pushed stopped',
      tag: 'blackout',
      name: `Flexible, ${DATE}: 100.10 EUR, blackout of the room`,
    });
    expect(cellOf(limited, blackout)).toMatchObject({
      tag: 'blackout ≥3',
      name: `Flexible, ${DATE}: 100.10 EUR, blackout of the room, minimum stay 3`,
    });
    expect(cellOf(plan(), room(), { room: blackout, plan: plan() }).tag).toBe('now blackout');
  });

  it('A cell shows nothing for a date without a restriction', () => {
    const restrictions = { stopSell: [false], minStayArrival: [null] };
    expect(cellOf(plan({ restrictions }))).toEqual(cellOf(plan()));
  });

  it('A cell shows a closure above all else, and keeps what was pushed', () => {
    const closures = [closure({ ratePlanId: '12' }), closure({ reason: 'Water' })];
    const restrictions = { minStayArrival: [3] };
    expect(cellOf(plan({ restrictions }), room({ closures }))).toEqual({
      kind: 'pushed limited shut',
      text: '100.10',
      tag: 'closed',
      name: `Flexible, ${DATE}: 100.10 EUR, minimum stay 3, closed for sale: Fair; Water`,
    });
  });

  it.each([
    ['another plan', { ratePlanId: '13' }],
    ['other dates', { from: '2026-12-25', to: '2026-12-26' }],
  ])('A closure of %s does not close a cell', (_, fields) => {
    expect(cellOf(plan(), room({ closures: [closure(fields)] })).tag).toBeNull();
  });

  it('A cell distinguishes a room closed by the channel manager from a room closed by people', () => {
    expect(roomsCell(room({ closed: [true] }), DATE, 0)).toMatchObject({
      kind: 'rooms room-closed',
      tag: 'blackout',
      name: `Double, ${DATE}: 3 rooms left, blackout of the room`,
    });
    expect(roomsCell(room({ closures: [closure()] }), DATE, 0)).toMatchObject({
      kind: 'rooms shut',
      name: `Double, ${DATE}: 3 rooms left, closed for sale: Fair`,
    });
    expect(roomsCell(room({ closures: [closure({ ratePlanId: '12' })] }), DATE, 0).kind).toBe('rooms');
  });

  it('A cell of the past says whether the room is now closed by people, under a blackout, or open', () => {
    const tagOf = (then: CalendarRoom, now: CalendarRoom) => roomsCell(then, DATE, 0, now).tag;
    const [blackout, closed] = [room({ closed: [true] }), room({ closures: [closure()] })];
    expect(tagOf(room(), blackout)).toBe('now 3 blackout');
    expect(tagOf(blackout, closed)).toBe('now 3 closed');
    expect(tagOf(closed, room())).toBe('now 3 open');
    expect(tagOf(blackout, blackout)).toBe('blackout');
  });

  it('A cell of the past shows what differs now: the price, a restriction, a closure', () => {
    const then = plan({ restrictions: { minStayArrival: [3] } });
    const now = (ofPlan: CalendarPlan, closures: CalendarRoom['closures'] = []) => ({
      plan: ofPlan,
      room: room({ closures }),
    });
    expect(cellOf(then, room(), now(then)).kind).toBe('pushed limited');
    expect(cellOf(then, room(), now(plan())).tag).toBe('now no limit');
    expect(cellOf(then, room(), now(plan({ prices: ['7.30'] }), [closure()])).tag).toBe(
      'now 7.30 no limit closed',
    );
    expect(cellOf(then, room(), null).tag).toBe('now not set no limit');
  });
});

describe('the width of the columns of the calendar page', () => {
  const roomWith = (fields: Partial<CalendarPlan>) =>
    room({ ratePlans: [plan({ prices: ['90.00'], ...fields })] });

  it('A column has space for its longest price', () => {
    expect(lettersOf([roomWith({}), roomWith({ prices: ['1060.00'] })], [])).toBe('1,060.00'.length);
  });

  it('A column has space for a held price and for the price before a large change, in smaller letters', () => {
    const held = [{ date: DATE, price: '1060.00' }] as CalendarPlan['held'];
    expect(lettersOf([roomWith({ held })], [])).toBe(8);
    expect(lettersOf([roomWith({})], [roomWith({ prices: [null, '1060.00'] })])).toBe(10);
  });
});

describe('the targets of a selection', () => {
  const other = room({ roomId: '2', ratePlans: [plan({ id: '21' }), plan({ id: '22' })] });
  const rooms = [other, room()];

  it('A selected room is one target, and otherwise each selected plan is one', () => {
    expect(targetsOf(rooms, ['22', 'r1', '12'])).toEqual([
      { roomId: '2', ratePlanId: '22' },
      { roomId: '1', ratePlanId: null },
    ]);
  });

  it('The page reads the plans that derive from a selection, without the plans that the selection closes itself', async () => {
    const below: Record<string, [id: string, roomId: string][]> = {
      12: [
        ['13', '1'],
        ['21', '2'],
      ],
      21: [['31', '3']],
    };
    const asked: string[] = [];
    const get = <T>(_: string, { derivedFrom = '' }: Record<string, unknown>) => {
      asked.push(String(derivedFrom));
      const items = (below[String(derivedFrom)] ?? []).map(([id, roomId]) => ({ id, roomId }));
      return Promise.resolve({ items, nextCursor: null } as T);
    };
    const read = (...targets: Parameters<typeof readDerived>[1]) => readDerived({ get }, targets);
    const [flexible, suite] = [
      { roomId: '1', ratePlanId: '12' },
      { roomId: '2', ratePlanId: '21' },
    ];
    expect(await read(flexible, { roomId: '1', ratePlanId: '13' })).toEqual([suite]);
    expect(asked).toEqual(['12']);
    expect(await read(suite, { roomId: '3', ratePlanId: null })).toEqual([]);
    expect(await read({ roomId: '1', ratePlanId: null })).toEqual([]);
  });
});
