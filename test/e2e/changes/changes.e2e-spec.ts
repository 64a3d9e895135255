import type { QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { ELSEWHERE } from '../../../src/changes/changes.repository';
import type { TestDatabase } from '../../support/database';
import { createDatabase, useOwnServer } from '../../support/database';
import type { FeedItem, FeedPage } from '../../support/feed-page';
import { pageWith, untilFeedHasAllChanges } from '../../support/feed-page';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { until } from '../../support/until';
import { RetentionJob } from '../../../src/platform/jobs/retention.job';

const WINDOW = { from: '2026-12-01', to: '2026-12-03' };
const prices = (price: number, dates = ['2026-12-01', '2026-12-02', '2026-12-03']) =>
  dates.map((date) => ({ date, price }));

useOwnServer();

describe('the feed of changes', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  let start: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    start = await end();
  });

  const get = async <T>(query: string) => {
    const { status, text } = await service.call(`/changes${query}`);
    return { status, body: JSON.parse(text) as T };
  };
  const readAtOnce = async (after = start) => (await get<FeedPage>(`?after=${after}&limit=1000`)).body;
  const read = async (after = start) => {
    await untilFeedHasAllChanges(service);
    return readAtOnce(after);
  };
  const end = async () => (await read('now')).nextCursor;
  /** Returns the items without the values that differ from run to run. */
  const seen = async () =>
    (await read()).items.map(({ roomId, kind, ratePlanIds, from, to }) => ({
      roomId,
      kind,
      ratePlanIds,
      from,
      to,
    }));

  it('The feed has the room, plan, first and last date, and call of pushed prices', async () => {
    const answer = await service.pushPrices(room, plan, prices(100));
    const { items, nextCursor } = await read();
    expect(items).toEqual([
      {
        cursor: nextCursor,
        requestId: answer.headers.get('x-request-id'),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
        roomId: room,
        kind: 'prices',
        ratePlanIds: [plan],
        ...WINDOW,
      },
    ]);
  });

  it('The feed has only dates and plans that have really changed', async () => {
    const derived = await service.records.ratePlan(room, plan, { maximum: '50.00' });
    await service.pushPrices(room, plan, prices(100));
    start = await end();
    await service.pushPrices(room, plan, [
      { date: '2026-12-02', price: 200 },
      ...prices(100, ['2026-12-01']),
    ]);
    expect(await seen()).toEqual([
      { roomId: room, kind: 'prices', ratePlanIds: [plan], from: '2026-12-02', to: '2026-12-02' },
    ]);
    start = await end();
    await service.pushPrices(room, plan, prices(1, ['2026-12-03']));
    expect(await seen()).toMatchObject([{ ratePlanIds: [plan, derived] }]);
  });

  it('The feed has an item for every room that derived prices reach', async () => {
    const otherRoom = await service.records.room();
    const derived = await service.records.ratePlan(otherRoom, plan);
    await service.pushPrices(room, plan, prices(100));
    expect(await seen()).toEqual([
      { roomId: room, kind: 'prices', ratePlanIds: [plan], ...WINDOW },
      { roomId: otherRoom, kind: 'prices', ratePlanIds: [derived], ...WINDOW },
    ]);
    const both = await read();
    expect((await read(both.items[0]?.cursor)).items).toEqual(both.items.slice(1));
  });

  it('The feed has changes of rooms left, and the plans that got new records', async () => {
    const push = (inventoryNumber: number) =>
      service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber }]);
    await push(3);
    await push(4);
    const day = { from: '2026-12-01', to: '2026-12-01' };
    expect(await seen()).toEqual([
      { roomId: room, kind: 'inventory', ratePlanIds: [plan], ...day },
      { roomId: room, kind: 'inventory', ratePlanIds: [], ...day },
    ]);
  });

  it('The feed has rooms that are edited, created, changed and deleted', async () => {
    await service.editRoom({ id: room, qty: 7 });
    await service.admin('PATCH', `/rooms/${room}`, { name: 'Twin' });
    const { body: created } = await service.admin<{ id: string }>('POST', '/rooms', { name: 'Single' });
    await service.admin('DELETE', `/rooms/${created.id}?confirm=Single`);
    const none = { kind: 'room', ratePlanIds: [], from: null, to: null };
    expect(await seen()).toEqual([
      { roomId: room, ...none },
      { roomId: room, ...none },
      { roomId: created.id, ...none },
      { roomId: created.id, ...none },
    ]);
  });

  it('The feed has plans that are created, changed and deleted, with the prices that follow, also in other rooms', async () => {
    await service.pushPrices(room, plan, prices(100));
    const other = await service.records.room();
    const below = { name: 'Non-refundable', derivation: { from: plan, steps: [{ percent: '-10' }] } };
    start = await end();
    const { body: created } = await service.admin<{ id: string }>('POST', `/rooms/${room}/ratePlans`, below);
    const third = await service.records.ratePlan(other, created.id);
    await service.admin('PATCH', `/ratePlans/${created.id}`, {
      derivation: { from: plan, steps: [{ percent: '-20' }] },
    });
    await service.admin('DELETE', `/ratePlans/${third}?confirm=Plan`);
    const none = { from: null, to: null };
    expect(await seen()).toEqual([
      { roomId: room, kind: 'ratePlan', ratePlanIds: [created.id], ...WINDOW },
      { roomId: room, kind: 'ratePlan', ratePlanIds: [created.id], ...WINDOW },
      { roomId: other, kind: 'prices', ratePlanIds: [third], ...WINDOW },
      { roomId: other, kind: 'ratePlan', ratePlanIds: [third], ...none },
    ]);
  });

  it('The feed has no item for calls that changed nothing', async () => {
    await service.pushPrices(room, plan, prices(100));
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 0 }]);
    await service.editRoom({ id: room, qty: 7 });
    start = await end();
    await service.pushPrices(room, plan, prices(100));
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 0 }]);
    await service.pushPrices(room, plan, [{ date: '1999-01-01', price: 1 }]);
    await service.pushPrices(room, plan, []);
    await service.pushPrices(room, '987654', prices(1));
    await service.pushPrices('987654', plan, prices(1));
    await service.pushPrices(room, plan, [{ date: 'never' }]);
    await service.admin('PATCH', `/rooms/${room}`, { name: 'Double' });
    await service.admin('PATCH', `/ratePlans/${plan}`, { name: 'Plan' });
    await service.editRoom({ id: room, qty: 7 });
    await service.admin('POST', '/accessTokens', { name: 'Ada', scopes: ['read'] });
    expect(await read()).toEqual({ items: [], nextCursor: start });
  });

  it('The feed has the same items in pages of any size, for calls that changed one, some or many rooms', async () => {
    const shared = await service.records.ratePlan(room);
    await service.records.ratePlan(await service.records.room(), plan);
    for (let n = 0; n < 12; n++) await service.records.ratePlan(await service.records.room(), shared);
    const singles = await service.records.ratePlan(room);
    for (const [n, one] of [singles, plan, shared, singles, shared, plan].entries())
      await service.pushPrices(room, one, prices(n + 1));
    const all = await read();
    expect(all.items.map(({ requestId }) => requestId)).toHaveLength(2 * 1 + 2 * 2 + 2 * 13);
    for (const limit of [1, 3, 4, 13, 32]) {
      const pages: FeedItem[] = [];
      for (let cursor = start; pages.length < all.items.length;) {
        const { body } = await get<FeedPage>(`?after=${cursor}&limit=${limit}`);
        expect(body.items).toHaveLength(Math.min(limit, all.items.length - pages.length));
        pages.push(...body.items);
        cursor = body.nextCursor;
      }
      expect(pages).toEqual(all.items);
    }
  });

  it('The feed is JSON without spaces, with the documented order of fields', async () => {
    await service.records.ratePlan(await service.records.room(), plan);
    await service.pushPrices(room, plan, prices(100));
    await service.editRoom({ id: room, qty: 7 });
    await untilFeedHasAllChanges(service);
    const { text, headers } = await service.call(`/changes?after=${start}`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { items, nextCursor } = JSON.parse(text) as FeedPage;
    expect(items).toHaveLength(3);
    const inOrder = items.map(({ cursor, requestId, at, roomId, kind, ratePlanIds, from, to }) => ({
      cursor,
      requestId,
      at,
      roomId,
      kind,
      ratePlanIds,
      from,
      to,
    }));
    expect(text).toBe(JSON.stringify({ items: inOrder, nextCursor }));
  });

  it('The feed continues page by page, also after an empty page, and begins with the oldest item', async () => {
    for (const price of [1, 2, 3]) await service.pushPrices(room, plan, prices(price));
    await untilFeedHasAllChanges(service);
    const all = (await get<FeedPage>('?limit=1000')).body;
    expect(all.items.slice(-3)).toEqual((await read()).items);
    const pages: FeedItem[] = [];
    for (let cursor = start, isMore = true; isMore;) {
      const { body } = await get<FeedPage>(`?after=${cursor}&limit=1`);
      expect(body.items.length).toBeLessThanOrEqual(1);
      pages.push(...body.items);
      isMore = body.items.length > 0;
      cursor = body.nextCursor;
    }
    expect(pages).toEqual((await read()).items);
    const { nextCursor } = await read();
    expect(await read(nextCursor)).toEqual({ items: [], nextCursor });
    await service.pushPrices(room, plan, prices(4));
    expect((await read(nextCursor)).items).toHaveLength(1);
  });

  it.each([
    ['?limit=0', '/limit'],
    ['?limit=1001', '/limit'],
    ['?limit=many', '/limit'],
    ['?after=yesterday', '/after'],
    ['?after=', '/after'],
    ['?after=1&after=2', '/after'],
    ['?since=now', '/since'],
  ])('The feed refuses %s', async (query, pointer) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('The feed is for the scopes read and admin', async () => {
    const status = async (scope: 'push' | 'read' | 'admin' | 'metrics') => {
      const token = await service.createToken(scope, [scope]);
      return (await service.call('/changes', { headers: { authorization: `Bearer ${token}` } })).status;
    };
    expect(await Promise.all([status('push'), status('metrics'), status('read'), status('admin')])).toEqual([
      403, 403, 200, 200,
    ]);
  });

  describe('transactions that end in another order than they began', () => {
    let holder: QueryRunner;
    let others: { room: string; plan: string }[];
    /** A push that has locked its room, has a number, and waits for a room that derived prices reach. */
    let early: Promise<Answer>;
    beforeEach(async () => {
      const created = [1, 2].map(async () => {
        const id = await service.records.room();
        await service.records.ratePlan(id, plan);
        return { room: id, plan: await service.records.ratePlan(id) };
      });
      others = (await Promise.all(created)).sort((a, b) => Number(a.room) - Number(b.room));
      await service.pushPrices(room, plan, prices(100));
      start = await end();
      holder = service.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query(`SELECT FROM room WHERE id = $1 FOR NO KEY UPDATE`, [others[0]?.room]);
      early = service.pushPrices(room, plan, prices(200));
      await until(async () => {
        const sql = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        return (await service.dataSource.query<unknown[]>(sql)).length > 0;
      });
    });
    afterEach(() => holder.release());
    const later = async () => {
      const [, last] = others;
      const answer = await service.pushPrices(last?.room ?? '', last?.plan ?? '', prices(1));
      return answer.headers.get('x-request-id');
    };

    it('The feed shows an item only when no open transaction can still add an earlier item', async () => {
      const requestId = await later();
      const page = await readAtOnce();
      expect(page.items).toEqual([]);
      const { nextCursor: now } = await readAtOnce('now');
      await holder.commitTransaction();
      await early;
      const { items } = await read(page.nextCursor);
      expect(items.map(({ roomId }) => roomId).sort()).toEqual(
        [room, others[0]?.room, others[1]?.room, others[1]?.room].sort(),
      );
      expect(items.map((item) => item.requestId)).toContain(requestId);
      expect((await read(now)).items).toEqual(items);
    });

    it('The feed keeps the order of each room, even if the transaction with the higher number came first', async () => {
      const requestId = await later();
      await holder.commitTransaction();
      const { headers } = await early;
      const { items } = await read();
      const ofLast = items.filter(({ roomId }) => roomId === others[1]?.room);
      expect(ofLast.map((item) => item.requestId)).toEqual([requestId, headers.get('x-request-id')]);
    });
  });
});

describe('the feed of changes beside another database of the same server', () => {
  let service: TestService;
  let elsewhere: TestDatabase;
  let client: Client;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    service = await TestService.start();
    elsewhere = await createDatabase({ migrated: false });
    client = new Client({ connectionString: elsewhere.url });
    await client.connect();
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });
  afterEach(async () => {
    await client.end();
    await elsewhere.drop();
    await service.stop();
  });

  const read = async (after: string) =>
    JSON.parse((await service.call(`/changes?after=${after}&limit=1000`)).text) as FeedPage;

  it('The feed does not wait for a transaction that writes in another database', async () => {
    const { nextCursor } = await read('now');
    await client.query(`BEGIN; SELECT pg_current_xact_id()`);
    const { headers } = await service.pushPrices(room, plan, prices(100));
    const page = await pageWith(service, nextCursor, [headers.get('x-request-id') ?? '']);
    expect(page.items).toHaveLength(1);
    expect((await read((await read('now')).nextCursor)).items).toEqual([]);
  });

  it('The feed finds the sessions that write in another database even with a role without rights', async () => {
    const session = service.dataSource.createQueryRunner();
    try {
      await client.query(`BEGIN; SELECT pg_current_xact_id()`);
      await session.query(`CREATE ROLE without_rights`);
      await session.startTransaction();
      await session.query(`SET LOCAL ROLE without_rights`);
      const rows = (await session.query(ELSEWHERE)) as unknown[];
      expect(rows).toHaveLength(1);
      await session.commitTransaction();
    } finally {
      await session.release();
    }
    await service.dataSource.query(`DROP ROLE without_rights`);
  });

  it('The feed has every change once while transactions of both databases begin and end', async () => {
    let cursor = (await read('now')).nextCursor;
    let isWriting = true;
    const strangers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const stranger = new Client({ connectionString: elsewhere.url });
        await stranger.connect();
        return stranger;
      }),
    );
    const disturb = async (stranger: Client) => {
      while (isWriting) await stranger.query(`SELECT pg_current_xact_id(), pg_sleep(random() * 0.01)`);
      await stranger.end();
    };
    const push = async (n: number) => {
      const own = await service.records.room();
      const ownPlan = await service.records.ratePlan(own);
      for (let price = 1; price <= 30; price++)
        await service.pushPrices(own, ownPlan, prices(price * 100 + n, ['2026-12-01']));
    };
    const seen: FeedItem[] = [];
    const readOn = async () => {
      const { items, nextCursor } = await read(cursor);
      seen.push(...items);
      cursor = nextCursor;
    };
    const disturbing = strangers.map(disturb);
    const pushing = Promise.all(Array.from({ length: 8 }, (_, n) => push(n))).then(() => (isWriting = false));
    do await readOn();
    while (isWriting as boolean);
    await Promise.all([pushing, ...disturbing]);
    await untilFeedHasAllChanges(service);
    await readOn();
    const applied = await service.records.pushes();
    expect(seen).toHaveLength(8 * 30);
    expect(seen.map(({ requestId }) => requestId).sort()).toEqual(applied.map(({ id }) => id).sort());
  });
});

describe('a cursor of the feed', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    service = await TestService.start({ settings: { JOURNAL_RETENTION_DAYS: '1' } });
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });
  afterEach(() => service.stop());

  const read = async (after?: string) => {
    await untilFeedHasAllChanges(service);
    const { status, text } = await service.call(`/changes${after ? `?after=${after}` : ''}`);
    return { status, body: JSON.parse(text) as FeedPage & { detail?: string; oldest?: string } };
  };

  it('A cursor is answered 410, with the oldest kept cursor, if items after it were deleted', async () => {
    const before = await read('now');
    for (const price of [1, 2, 3]) await service.pushPrices(room, plan, prices(price));
    const { items } = (await read()).body;
    // Two of the entries are days old.
    for (const { requestId } of items.slice(0, 2)) {
      await service.dataSource.query(
        `UPDATE journal_entry SET id = overlay(id::text PLACING '01000000-0000' FROM 1 FOR 13)::uuid WHERE id = $1`,
        [requestId],
      );
    }
    await service.app.get(RetentionJob).wake();
    const { status, body } = await read(items[0]?.cursor);
    expect(status).toBe(410);
    expect(body.detail).toContain(body.oldest);
    expect((await read(body.oldest)).body.items).toEqual(items.slice(2));
    expect((await read()).body.items).toEqual(items.slice(2));
    expect((await read(before.body.nextCursor)).status).toBe(410);
    // A reader of the last deleted item, or of a kept one, has missed nothing.
    expect((await read(items[1]?.cursor)).body.items).toEqual(items.slice(2));
    expect((await read(items[2]?.cursor)).body.items).toEqual([]);
    const stream = await service.call(`/changes/stream?after=${items[0]?.cursor}`);
    expect(stream.status).toBe(410);
  });

  it('A cursor continues in the next incarnation of the database, whatever the numbers of its transactions', async () => {
    await service.pushPrices(room, plan, prices(1));
    const old = (await read()).body;
    // A restored backup runs on another server with lower numbers.
    await service.dataSource.query(
      `UPDATE feed_incarnation SET server_started_at = server_started_at - interval '1 day'`,
    );
    await service.dataSource.query(
      `UPDATE journal_entry SET server_started_at = server_started_at - interval '1 day',
                                feed_position = feed_position + 1000000`,
    );
    const lost = old.nextCursor.replace(/^(\d+)-(\d+)/, (_, began: string) => `${began}-999999999`);
    expect((await read()).body.items).toHaveLength(1);
    await service.pushPrices(room, plan, prices(2));
    await service.pushPrices(room, plan, prices(3));
    const { items } = (await read()).body;
    expect(items).toHaveLength(3);
    expect((await read(lost)).body.items).toEqual(items.slice(1));
    expect((await read(items[0]?.cursor)).body.items).toEqual(items.slice(1));
    expect((await read(items[1]?.cursor)).body.items).toEqual(items.slice(2));
    const now = await read('now');
    await service.pushPrices(room, plan, prices(4));
    expect((await read(now.body.nextCursor)).body.items).toHaveLength(1);
  });

  it('An empty feed has a cursor as well', async () => {
    const { nextCursor } = (await read('now')).body;
    expect(await read()).toMatchObject({ status: 200, body: { items: [] } });
    await service.pushPrices(room, plan, prices(1));
    expect((await read(nextCursor)).body.items).toHaveLength(1);
  });
});
