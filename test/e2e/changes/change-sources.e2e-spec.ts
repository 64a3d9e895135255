import { useOwnServer } from '../../support/database';
import type { FeedItem, FeedPage } from '../../support/feed-page';
import { DatabaseProxy } from '../../support/database-proxy';
import { callAndHangUp, callInOutage } from '../../support/failing-calls';
import { DATE as HELD_DATE, GuardedPlan } from '../../support/held-prices';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

const day = (date: string) => ({ from: date, to: date });
const NO_DATES = { from: null, to: null };

useOwnServer();

describe('the feed of changes', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  /** For calls that fail. */
  let inOutage: TestService;
  let undoing: Undoing;
  let room: string;
  let plan: string;
  /** A room and a plan in it that derives from the other room's. */
  let otherRoom: string;
  let derived: string;
  let cursor = 'now';
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start();
    inOutage = await TestService.start({
      beside: service,
      proxy,
      settings: { DB_RETRY_BUDGET_SECONDS: '0.2' },
    });
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

  /** What has come since the last time. */
  const seen = async (): Promise<Omit<FeedItem, 'cursor' | 'at'>[]> => {
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

  it('tells of prices that are released, not of those that are held or discarded', async () => {
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

  it('tells of what is undone: prices, also in rooms that derive from them, rooms left and fields of a room', async () => {
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

  it('has nothing of an undo that finds everything changed since', async () => {
    const wrong = await undoing.prices(room, plan, 50);
    await undoing.prices(room, plan, 60);
    await seen();
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1 });
    expect(await seen()).toEqual([]);
  });

  it('tells of a late arrival only what it has still changed', async () => {
    const repeated = (price: number) => [DATE, '2026-12-02'].map((date) => ({ date, price }));
    const failed = await callInOutage(proxy, () => inOutage.pushPrices(room, plan, repeated(90)));
    expect(failed.status).toBe(503);
    await inOutage.pushPrices(room, plan, [{ date: DATE, price: 110 }]);
    await seen();
    const repeat = await inOutage.pushPrices(room, plan, repeated(90));
    expect(repeat.headers.get('x-records-late')).toBe('1');
    expect(await seen()).toMatchObject(prices('2026-12-02'));
  });

  it('tells of a push whose caller has hung up', async () => {
    const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    const requestId = await callAndHangUp(service, room, path, [{ date: DATE, price: 90 }]);
    expect(await seen()).toMatchObject(prices(DATE).map((item) => ({ ...item, requestId })));
  });

  it('tells of a room and of a plan that are deleted with all that they had', async () => {
    await service.admin('DELETE', `/ratePlans/${derived}?confirm=Plan`);
    await service.admin('DELETE', `/rooms/${room}?confirm=Double`);
    expect(await seen()).toMatchObject([
      { roomId: otherRoom, kind: 'ratePlan', ratePlanIds: [derived], ...NO_DATES },
      { roomId: room, kind: 'room', ratePlanIds: [], ...NO_DATES },
    ]);
  });

  it('tells of a rule that is taken away, and of a guard that is set, although no price changes', async () => {
    await service.admin('PATCH', `/ratePlans/${derived}`, { derivation: null });
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { minimum: '1' } });
    expect(await seen()).toMatchObject([
      { roomId: otherRoom, kind: 'ratePlan', ratePlanIds: [derived], ...NO_DATES },
      { roomId: room, kind: 'ratePlan', ratePlanIds: [plan], ...NO_DATES },
    ]);
  });
});
