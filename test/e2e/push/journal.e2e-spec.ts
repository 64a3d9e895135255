import { RESTRICTIONS } from '../../../src/calendar/restrictions';
import { ADVISORY_LOCKS } from '../../../src/platform/database/advisory-lock';
import { RetentionJob } from '../../../src/platform/jobs/retention.job';
import {
  NEWEST_OF_PROPERTY,
  NEWEST_OF_TOKEN_NAME,
} from '../../../src/push/journal/journal-search.repository';
import { receivedAt } from '../../../src/push/journal/request-id';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { costOf } from '../../support/statements';

interface Update {
  requestId: string;
  operation: string;
  outcome: string;
  [field: string]: unknown;
}

describe('the journal', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });

  const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? '';
  const receiptOf = async (answer: Pick<Answer, 'headers'>) =>
    (await service.admin<Update>('GET', `/journal/${idOf(answer)}`)).body;
  const list = async (query: string) =>
    (await service.admin<{ items: Update[]; nextCursor: string | null }>('GET', `/journal?${query}`)).body;

  it('Each push has an entry: who, when, outcome, counts, and every record with its verdict', async () => {
    await service.pushPrices(room, plan, [{ date: '2026-12-02', price: 50 }]);
    const before = Date.now();
    const answer = await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 99 },
      { date: '2026-12-01', price: '100.10' },
      { date: '2026-12-02', price: 50 },
      { date: '2020-01-01', price: 1 },
    ]);
    const receipt = await receiptOf(answer);
    expect(receipt).toEqual({
      requestId: idOf(answer),
      receivedAt: expect.any(String),
      appliedAt: expect.any(String),
      operation: 'updateCalendarPrices',
      roomId: room,
      ratePlanId: plan,
      token: 'test',
      tokenId: expect.any(String),
      traceparent: null,
      outcome: 'applied',
      received: 4,
      applied: 1,
      unchanged: 1,
      skipped: 1,
      held: 0,
      late: 0,
      durationMs: expect.any(Number),
      records: [
        { date: '2026-12-01', value: '99.00', verdict: 'superseded', overbooked: false },
        { date: '2026-12-01', value: '100.10', verdict: 'applied', overbooked: false },
        { date: '2026-12-02', value: '50.00', verdict: 'unchanged', overbooked: false },
        { date: '2020-01-01', value: '1.00', verdict: 'skipped', overbooked: false },
      ],
      changes: null,
      problem: null,
      repeatOf: null,
      undoes: null,
      undoneBy: [],
      span: { from: '2020-01-01', to: '2026-12-02', field: 'price', lowest: '1.00', highest: '100.10' },
      largestChange: null,
      body: null,
      callId: null,
      dialect: null,
      moreRecords: 0,
      notes: null,
    });
    const came = Date.parse(receipt['receivedAt'] as string);
    expect(came).toBeGreaterThanOrEqual(before);
    expect(came).toBe(receivedAt(receipt.requestId).getTime());
    expect(receipt['durationMs']).toBeLessThanOrEqual(Date.now() - before + 1);
  });

  it('A receipt marks dates with fewer rooms left than are occupied, and the metrics count them', async () => {
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 5 }]);
    await service.records.occupy(room, '2026-12-01', 3);
    const answer = await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 2 },
      { date: '2026-12-02', inventoryNumber: 0 },
    ]);
    expect(await receiptOf(answer)).toMatchObject({
      applied: 2,
      records: [
        { date: '2026-12-01', value: '2', verdict: 'applied', overbooked: true },
        { date: '2026-12-02', value: '0', verdict: 'applied', overbooked: false },
      ],
    });
    const again = await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 2 }]);
    expect(await receiptOf(again)).toMatchObject({ records: [{ verdict: 'unchanged', overbooked: true }] });
    expect((await service.call('/metrics')).text).toContain('channel_manager_overbooked_dates_total 2');
  });

  it.each([
    ['emptyList', () => service.pushPrices(room, plan, [])],
    ['roomMissing', () => service.pushInventory('987654', [{ date: '2026-12-01', inventoryNumber: 1 }])],
    ['ratePlanMissing', () => service.pushPrices(room, '987654', [{ date: '2026-12-01', price: 1 }])],
  ])('The journal has a push that ended as %s', async (outcome, push) => {
    expect(await receiptOf(await push())).toMatchObject({ outcome, applied: 0, unchanged: 0 });
  });

  it('The journal has a malformed push with the reason and the first 4 KiB of its body', async () => {
    const body = `[{"date":"2026-12-01","price":"${'9'.repeat(70_000)}"}]`;
    const answer = await service.post(`/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`, null, {
      body,
    });
    expect(answer.status).toBe(400);
    expect(await receiptOf(answer)).toMatchObject({
      operation: 'updateCalendarPrices',
      roomId: room,
      ratePlanId: plan,
      token: 'test',
      outcome: 'refused',
      problem: `[0].price must be a number of at least 0, as 120.5; got "${'9'.repeat(30)}…"`,
      body: body.slice(0, 4_096),
      records: [],
    });
    expect(await service.records.prices(plan)).toEqual({});
  });

  it.each([
    ['not JSON', { body: '{\u0000' }],
    ['too many elements', { body: `[${'0,'.repeat(5000)}0]` }],
    ['another content type', { body: 'a=b', headers: { 'content-type': 'text/plain' } }],
  ])('The journal has a refused push: %s', async (_, init) => {
    const answer = await service.post(`/updateCalendarInventory?roomId=${room}`, null, init);
    expect(await receiptOf(answer)).toMatchObject({ outcome: 'refused', problem: answer.text });
  });

  it('The journal has a push with a derived price that is too high, and nothing is changed', async () => {
    await service.records.ratePlan(room, plan, { steps: [{ percent: '100' }] });
    const answer = await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 9_000_000_000 }]);
    expect(await receiptOf(answer)).toMatchObject({ outcome: 'refused', problem: answer.text });
    expect(await service.records.prices(plan)).toEqual({});
  });

  it('The journal has a call without the scope, but none without a valid token', async () => {
    const admin = await service.createToken('admin only', ['admin']);
    const path = `/updateCalendarInventory?roomId=${room}`;
    const lacking = await service.post(path, [], { headers: { authorization: `Bearer ${admin}` } });
    expect(await receiptOf(lacking)).toMatchObject({ outcome: 'refused', token: 'admin only' });
    const unknown = await service.post(path, [], { headers: { authorization: 'Bearer unknown' } });
    expect((await service.admin('GET', `/journal/${idOf(unknown)}`)).status).toBe(404);
  });

  it('The journal has the cause of an internal failure, which the answer hides', async () => {
    await service.dataSource.query(`ALTER TABLE room_availability RENAME COLUMN total_rooms TO away`);
    const answer = await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    await service.dataSource.query(`ALTER TABLE room_availability RENAME COLUMN away TO total_rooms`);
    expect(answer.status).toBe(500);
    expect(await receiptOf(answer)).toMatchObject({
      outcome: 'failed',
      problem: expect.stringContaining('total_rooms') as string,
    });
  });

  it('The journal has old and new values of a room edit, and why one had no effect', async () => {
    await service.editRoom({ id: room, qty: 5, maxGuests: 3, maxAdults: 2 });
    const answer = await service.editRoom({ id: room, qty: 5, maxGuests: null, maxAdults: 4 });
    expect(await receiptOf(answer)).toMatchObject({
      operation: 'roomEditChannelManager',
      roomId: room,
      outcome: 'applied',
      changes: { maximumGuests: { from: 3, to: null }, adults: { from: 2, to: 4 } },
    });
    const refused = await service.editRoom({ id: room, qty: 'many' });
    expect(await receiptOf(refused)).toMatchObject({
      outcome: 'refused',
      problem: expect.stringContaining('qty') as string,
      body: JSON.stringify({ id: room, qty: 'many' }),
    });
    const missing = await service.editRoom({ id: '987654' });
    expect(await receiptOf(missing)).toMatchObject({ outcome: 'roomMissing', roomId: '987654' });
  });

  it('The journal has changes of rooms and rate plans by administrators, with old and new values', async () => {
    const created = await service.admin<{ id: string }>('POST', '/rooms', { name: 'Twin', adults: 2 });
    const roomId = created.body.id;
    const renamed = await service.admin('PATCH', `/rooms/${roomId}`, { name: 'Triple' });
    const derivation = { from: plan, steps: [{ percent: '-10' }] };
    const planned = await service.admin<{ id: string }>('POST', `/rooms/${roomId}/ratePlans`, {
      name: 'A',
      derivation,
    });
    const planPath = `/ratePlans/${planned.body.id}`;
    const changed = await service.admin('PATCH', planPath, { derivation: { ...derivation, steps: [] } });
    const removed = await service.admin('DELETE', `${planPath}?confirm=A`);
    const deleted = await service.admin('DELETE', `/rooms/${roomId}?confirm=Triple`);
    const rule = {
      from: plan,
      rounding: { mode: 'halfUp', increment: '0.01' },
      minimum: null,
      maximum: null,
      inherit: RESTRICTIONS,
    };
    const entries = await Promise.all([created, renamed, planned, changed, removed, deleted].map(receiptOf));
    expect(
      entries.map(({ operation, roomId, ratePlanId, changes }) => ({
        operation,
        roomId,
        ratePlanId,
        changes,
      })),
    ).toEqual([
      {
        operation: 'createRoom',
        roomId,
        ratePlanId: null,
        changes: { name: { from: null, to: 'Twin' }, adults: { from: null, to: 2 } },
      },
      {
        operation: 'changeRoom',
        roomId,
        ratePlanId: null,
        changes: { name: { from: 'Twin', to: 'Triple' } },
      },
      {
        operation: 'createRatePlan',
        roomId,
        ratePlanId: planned.body.id,
        changes: {
          name: { from: null, to: 'A' },
          currency: { from: null, to: 'EUR' },
          derivation: { from: null, to: { ...rule, steps: [{ percent: '-10' }] } },
        },
      },
      {
        operation: 'changeRatePlan',
        roomId,
        ratePlanId: planned.body.id,
        changes: {
          derivation: { from: { ...rule, steps: [{ percent: '-10' }] }, to: { ...rule, steps: [] } },
        },
      },
      expect.objectContaining({ operation: 'deleteRatePlan', ratePlanId: planned.body.id }),
      expect.objectContaining({ operation: 'deleteRoom', roomId }),
    ]);
  });

  it('The list of the journal has pages, the newest first, by room, plan, operation, outcome and time', async () => {
    const ids = [];
    for (let price = 1; price <= 3; price++) {
      ids.unshift(idOf(await service.pushPrices(room, plan, [{ date: '2026-12-01', price }])));
    }
    const inventory = idOf(await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]));
    const refused = idOf(await service.pushPrices(room, plan, [{ date: 'x' }]));
    const listed = async (query: string) => (await list(query)).items.map(({ requestId }) => requestId);
    expect(await listed(`roomId=${room}`)).toEqual([refused, inventory, ...ids]);
    expect(await listed(`ratePlanId=${plan}&outcome=applied`)).toEqual(ids);
    expect(await listed(`roomId=${room}&operation=updateCalendarInventory`)).toEqual([inventory]);
    expect(await listed(`roomId=${room}&outcome=refused`)).toEqual([refused]);
    const first = await list(`roomId=${room}&limit=2`);
    expect(first.items.map(({ requestId }) => requestId)).toEqual([refused, inventory]);
    const second = await list(`roomId=${room}&limit=50&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ items: ids.map((requestId) => ({ requestId })), nextCursor: null });
    const moment = (await receiptOf({ headers: new Headers({ 'x-request-id': inventory }) }))[
      'receivedAt'
    ] as string;
    expect(await listed(`roomId=${room}&from=${moment}`)).toEqual(
      expect.arrayContaining([inventory, refused]),
    );
    expect(await listed(`roomId=${room}&from=${moment}`)).not.toContain(ids.at(-1));
    expect(await listed(`roomId=${room}&to=2020-01-01`)).toEqual([]);
  });

  it('The list of the journal leaves out the records and bodies, which a single entry has', async () => {
    const answer = await service.pushInventory(room, [{ date: 'x' }]);
    const [listed] = (await list(`roomId=${room}`)).items;
    const { records, moreRecords, body, appliedAt: _, ...rest } = await receiptOf(answer);
    expect([records, moreRecords, body]).toEqual([[], 0, '[{"date":"x"}]']);
    expect(listed).toEqual(rest);
  });

  it('The list of the journal can be limited to the name of a token', async () => {
    const token = await service.createToken('Ada', ['push']);
    const headers = { authorization: `Bearer ${token}` };
    const path = `/updateCalendarInventory?roomId=${room}`;
    const own = idOf(await service.post(path, [], { headers }));
    await service.pushInventory(room, []);
    expect((await list('token=Ada')).items.map(({ requestId }) => requestId)).toEqual([own]);
    expect((await list(`token=test&roomId=${room}`)).items).toHaveLength(1);
  });

  it('The list of the journal can be limited to the id of a token whose name others share', async () => {
    const push = async () => {
      const headers = { authorization: `Bearer ${await service.createToken('Grace', ['push'])}` };
      return idOf(await service.post(`/updateCalendarInventory?roomId=${room}`, [], { headers }));
    };
    const [first, second] = [await push(), await push()];
    const { items } = await list('token=Grace');
    expect(items.map(({ requestId }) => requestId)).toEqual([second, first]);
    for (const { requestId, tokenId } of items)
      expect((await list(`tokenId=${String(tokenId)}`)).items).toMatchObject([{ requestId }]);
    const page = await list('token=Grace&limit=1&outcome=emptyList');
    expect(page.items).toMatchObject([{ requestId: second }]);
    expect((await list(`token=Grace&limit=1&cursor=${page.nextCursor}`)).items).toMatchObject([
      { requestId: first },
    ]);
    expect((await list('token=Grace&outcome=applied')).items).toEqual([]);
  });

  it('The list of the journal can be limited to the rooms of a property, in pages and with every other filter', async () => {
    const rooms = [await service.records.room('Inn'), await service.records.room('Inn')];
    await service.pushInventory(await service.records.room('Other inn'), []);
    const ids: string[] = [];
    for (const id of [...rooms, ...rooms]) ids.unshift(idOf(await service.pushInventory(id, [])));
    const listed = async (query: string) =>
      (await list(`propertyName=Inn&${query}`)).items.map(({ requestId }) => requestId);
    expect(await listed('')).toEqual(ids);
    const page = await list('propertyName=Inn&limit=3');
    expect(await listed(`cursor=${page.nextCursor}`)).toEqual(ids.slice(3));
    expect(await listed(`roomId=${rooms[0]}`)).toEqual([ids[1], ids[3]]);
    expect(await listed('operation=updateCalendarInventory&outcome=emptyList&token=test')).toEqual(ids);
    expect(await listed('operation=updateCalendarPrices')).toEqual([]);
    expect(await listed('to=2020-01-01')).toEqual([]);
    expect(await listed('largeChange=true')).toEqual([]);
    expect(await listed('ratePlanId=1')).toEqual([]);
  });

  it.each([
    ['a property', NEWEST_OF_PROPERTY, 'Large inn'],
    ['the name of a token', NEWEST_OF_TOKEN_NAME, 'test'],
  ])('The cost of the journal list by %s does not grow with the journal', async (_, statement, name) => {
    const [{ id: inn }] = await service.dataSource.query<[{ id: string }]>(
      `INSERT INTO room (name, property_name) VALUES ('Double', 'Large inn') RETURNING id`,
    );
    await service.dataSource.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, outcome, room_id, token_id, token)
       SELECT gen_random_uuid(), now(), now(), 'updateCalendarPrices', 'applied', $1::bigint + n % 2, access_token.id, 'many'
         FROM generate_series(1, 20000) AS n, access_token
        WHERE access_token.name = 'test'`,
      [inn],
    );
    await service.dataSource.query(`ANALYZE journal_entry`);
    const values = [name, ...Array<null>(10).fill(null), 51];
    const { rows, blocks } = await costOf(service.dataSource, statement, values);
    expect(rows).toBe(51);
    expect(blocks).toBeLessThan(200);
    await service.dataSource.query(`DELETE FROM journal_entry WHERE token = 'many'`);
  });

  it.each([`operation = 'createRoom'`, `token_id = '01935f3e-0000-7000-8000-000000000000'`])(
    'The journal list uses an index for a rare value: %s',
    async (condition) => {
      await service.dataSource.query(
        `INSERT INTO journal_entry (id, received_at, applied_at, operation, token, token_id, outcome)
         SELECT gen_random_uuid(), now(), now(), 'updateCalendarPrices', 'many', gen_random_uuid(), 'applied'
           FROM generate_series(1, 20000)`,
      );
      await service.dataSource.query(`ANALYZE journal_entry`);
      const plan = await service.dataSource.query<object[]>(
        `EXPLAIN SELECT id FROM journal_entry WHERE ${condition} ORDER BY id DESC LIMIT 51`,
      );
      expect(JSON.stringify(plan)).toMatch(/using ix_journal_entry_(operation_id|token_id_id)/);
      await service.dataSource.query(`DELETE FROM journal_entry WHERE token = 'many'`);
    },
  );

  it.each([
    'roomId=x',
    'operation=x',
    'outcome=x',
    'from=x',
    'from=2026-W49-2',
    'to=2026-12-01T00:00:00+02',
    'token=',
    'tokenId=test',
    'propertyName=',
    'limit=0',
    'cursor=x',
    'colour=blue',
  ])('The journal list refuses the filter %s', async (query) => {
    expect((await service.admin('GET', `/journal?${query}`)).status).toBe(400);
  });

  it('Entries older than the retention are deleted in batches, by one instance at a time', async () => {
    const instance = await TestService.start({ settings: { JOURNAL_RETENTION_DAYS: '800' } });
    try {
      await instance.dataSource.query(
        `INSERT INTO journal_entry (id, received_at, applied_at, operation, outcome)
         SELECT (lpad(to_hex(1500000000000 + n), 12, '0') || '70008000000000000000')::uuid, now(), now(),
                'updateCalendarPrices', 'applied'
           FROM generate_series(1, 2500) AS n`,
      );
      const newId = idOf(await instance.pushInventory('1', []));
      const retention = instance.app.get(RetentionJob);
      const holder = instance.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query(`SELECT pg_advisory_xact_lock($1)`, [ADVISORY_LOCKS.journalRetention]);
      await retention.wake();
      expect(await instance.records.pushes()).toHaveLength(2501);
      await holder.commitTransaction();
      await holder.release();
      await retention.wake();
      expect((await instance.records.pushes()).map(({ id }) => id)).toEqual([newId]);
    } finally {
      await instance.stop();
    }
  });
});
