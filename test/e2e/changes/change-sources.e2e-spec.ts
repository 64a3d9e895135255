import { useOwnServer } from '../../support/database';
import type { FeedItem, FeedPage } from '../../support/feed-page';
import { untilFeedHasAllChanges } from '../../support/feed-page';
import { DatabaseProxy } from '../../support/database-proxy';
import { callAndHangUp, callInOutage } from '../../support/failing-calls';
import { DATE as HELD_DATE, GuardedPlan } from '../../support/held-prices';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

const day = (date: string) => ({ from: date, to: date });
const NO_DATES = { from: null, to: null };

useOwnServer();

describe('sources of the feed of changes', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  /** The instance for calls that fail. */
  let inOutage: TestService;
  let undoing: Undoing;
  let room: string;
  let plan: string;
  /** Another room, whose plan derives from a plan of the first room. */
  let otherRoom: string;
  let derived: string;
  let cursor = 'now';
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start();
    inOutage = await TestService.start({ beside: service, proxy });
    undoing = new Undoing(service);
  });
  afterAll(async () => {
    await inOutage.stop();
    await service.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    room = await service.records.room();
    otherRoom = await service.records.room();
    plan = await service.records.ratePlan(room);
    derived = await service.records.ratePlan(otherRoom, plan);
    await undoing.prices(room, plan, { [DATE]: 100, '2026-12-02': 100 });
    await undoing.rooms(room, 1);
    await seen();
  });

  /** The changes since the last call. */
  const seen = async (): Promise<Omit<FeedItem, 'cursor' | 'at'>[]> => {
    await untilFeedHasAllChanges(service);
    const { items, nextCursor } = JSON.parse(
      (await service.call(`/changes?limit=1000&after=${cursor}`)).text,
    ) as FeedPage;
    cursor = nextCursor;
    return items;
  };
  const prices = (date: string) => [
    { roomId: room, kind: 'prices', ratePlanIds: [plan], ...day(date) },
    { roomId: otherRoom, kind: 'prices', ratePlanIds: [derived], ...day(date) },
  ];

  it('The feed has released prices, but neither held nor discarded ones', async () => {
    const guarded = await GuardedPlan.create(service);
    const below = await service.records.ratePlan(otherRoom, guarded.plan);
    await guarded.push(200);
    await seen();
    await guarded.push(1);
    await guarded.decide('discard');
    await guarded.push(2);
    expect(await seen()).toEqual([]);
    const { body } = await guarded.decide('release');
    const { requestId } = body;
    const what = { requestId, kind: 'prices', ...day(HELD_DATE) };
    expect(await seen()).toMatchObject([
      { roomId: otherRoom, ratePlanIds: [below], ...what },
      { roomId: guarded.room, ratePlanIds: [guarded.plan], ...what },
    ]);
  });

  it('The feed has what an undo restores: prices, also of derived rooms, rooms left and fields of a room', async () => {
    const pushes = [
      await undoing.prices(room, plan, 50),
      await undoing.rooms(room, 7),
      await undoing.edit(room, { qty: 9, maxGuests: 2 }),
    ];
    await seen();
    for (const requestId of pushes)
      expect((await undoing.undo(requestId, true)).body.restored).toBeGreaterThan(0);
    expect(await seen()).toEqual([]);
    for (const requestId of pushes) await undoing.undo(requestId);
    expect(await seen()).toMatchObject([
      ...prices(DATE),
      { roomId: room, kind: 'inventory', ratePlanIds: [], ...day(DATE) },
      { roomId: room, kind: 'room', ratePlanIds: [], ...NO_DATES },
    ]);
  });

  it('The feed of changes has no item for an undo that restores nothing because of later changes', async () => {
    const wrong = await undoing.prices(room, plan, 50);
    await undoing.prices(room, plan, 60);
    await seen();
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1 });
    expect(await seen()).toEqual([]);
  });

  it('The feed of changes has only the dates that a late repeat still changed', async () => {
    const repeated = (price: number) => [DATE, '2026-12-02'].map((date) => ({ date, price }));
    const failed = await callInOutage(inOutage, proxy, () => inOutage.pushPrices(room, plan, repeated(90)));
    expect(failed.status).toBe(503);
    await inOutage.pushPrices(room, plan, [{ date: DATE, price: 110 }]);
    await seen();
    const repeat = await inOutage.pushPrices(room, plan, repeated(90));
    expect(repeat.headers.get('x-records-late')).toBe('1');
    expect(await seen()).toMatchObject(prices('2026-12-02'));
  });

  it('The feed has a push whose caller has hung up', async () => {
    const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    const requestId = await callAndHangUp(service, room, (signal) =>
      service.post(path, [{ date: DATE, price: 90 }], { signal }),
    );
    expect(await seen()).toMatchObject(prices(DATE).map((item) => ({ ...item, requestId })));
  });

  it('The feed has an item without dates for a deleted plan, and one for a deleted room', async () => {
    await service.admin('DELETE', `/ratePlans/${derived}?confirm=Plan`);
    await service.admin('DELETE', `/rooms/${room}?confirm=Double`);
    expect(await seen()).toMatchObject([
      { roomId: otherRoom, kind: 'ratePlan', ratePlanIds: [derived], ...NO_DATES },
      { roomId: room, kind: 'room', ratePlanIds: [], ...NO_DATES },
    ]);
  });

  it('The feed has a closure once when it is created and once when it is opened', async () => {
    const dates = { from: DATE, to: '2026-12-09' };
    const close = (body: object) =>
      service.admin<{ id: string }>('POST', '/closures', {
        roomId: room,
        ...dates,
        reason: 'Wrong',
        ...body,
      });
    const { id } = (await close({ ratePlanId: plan })).body;
    await close({});
    const item = { roomId: room, kind: 'restrictions', ...dates };
    expect(await seen()).toMatchObject([
      { requestId: id, ...item, ratePlanIds: [plan] },
      { ...item, ratePlanIds: [] },
    ]);
    for (let each = 0; each < 2; each++) await service.admin('DELETE', `/closures/${id}`);
    expect(await seen()).toMatchObject([{ ...item, ratePlanIds: [plan] }]);
  });

  it('The feed has a removed rule and a new guard, even if no price changes', async () => {
    await service.admin('PATCH', `/ratePlans/${derived}`, { derivation: null });
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { minimum: '1' } });
    expect(await seen()).toMatchObject([
      { roomId: otherRoom, kind: 'ratePlan', ratePlanIds: [derived], ...NO_DATES },
      { roomId: room, kind: 'ratePlan', ratePlanIds: [plan], ...NO_DATES },
    ]);
  });
});
