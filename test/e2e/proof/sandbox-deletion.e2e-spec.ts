import { randomUUID } from 'node:crypto';
import type { CreatedSandbox } from '../../../src/proof/sandboxes/sandbox.dto';
import { SandboxExpiryJob } from '../../../src/proof/sandboxes/sandbox-expiry.job';
import { availability, notification, rates, restriction } from '../../support/channex';
import { bearer, createSandbox, idsOf } from '../../support/sandboxes';
import { TestService } from '../../support/service';
import * as xml from '../../support/siteconnect';
import { until } from '../../support/until';

const DATE = '2026-12-24';
/** The tables without rows of rooms, calls or tokens. */
const OF_NO_SANDBOX = ['commits_together', 'feed_incarnation', 'history_boundary', 'migration'];

describe('the deletion of a sandbox', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  // The ids of sandboxes are large, so that no other number looks like one of them.
  beforeAll(async () => {
    await service.dataSource.query(`ALTER TABLE room ALTER id RESTART WITH 7100200300400`);
    await service.dataSource.query(`ALTER TABLE rate_plan ALTER id RESTART WITH 7500600700800`);
  });

  const create = () => createSandbox(service);
  const remove = (id: string) => service.admin('DELETE', `/sandboxes/${id}`);

  async function tables(): Promise<string[]> {
    const rows = await service.dataSource.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }

  /** The tables that contain any of these words. */
  async function tablesWith(words: string[]): Promise<string[]> {
    const word = new RegExp(`(?<![\\w.-])(${words.join('|')})(?![\\w.-])`);
    const found: string[] = [];
    for (const name of await tables()) {
      const rows = await service.dataSource.query<{ row: string }[]>(
        `SELECT to_jsonb(t)::text AS row FROM "${name}" AS t`,
      );
      if (rows.some(({ row }) => word.test(row))) found.push(name);
    }
    return found;
  }

  /** Everything that names a sandbox: its ids, its names, and the ids of all calls and changes in it. */
  async function wordsOf({ id, tokenId, propertyName, propertyCode, rooms }: CreatedSandbox) {
    const roomIds = rooms.map((room) => room.id);
    const entries = await service.dataSource.query<{ id: string }[]>(
      `SELECT id FROM journal_entry WHERE token_id = $1 OR room_id = ANY ($2::bigint[])`,
      [tokenId, roomIds],
    );
    const plans = rooms.flatMap((room) => room.ratePlans.map((plan) => plan.id));
    return [
      ...[id, tokenId, propertyName, propertyCode, ...roomIds, ...plans],
      ...entries.map((entry) => entry.id),
    ];
  }

  /** Calls of every kind in a sandbox. Each can be sent again and again, with another number. */
  function sendersOf(sandbox: CreatedSandbox) {
    const { room, plan, suite, suitePlan } = idsOf(sandbox);
    const { token, propertyCode: code } = sandbox;
    const post = (path: string, body: unknown) => service.post(path, body, bearer(token));
    const ofPlan = `?roomId=${room}&ratePlanId=${plan}`;
    const requestId = randomUUID();
    const hotel = { code, room, base: plan, derived: plan };
    const channex = (body: unknown) =>
      service.post('/channex/changes/', body, { headers: { authorization: '', 'api-key': token } });
    const twoRooms = (number: number) => [
      availability(hotel, DATE, DATE, number % 9),
      restriction({ ...hotel, room: suite, base: suitePlan }, DATE, DATE, {
        ...rates(String(30 + (number % 9))),
        min_stay: 1 + (number % 9),
      }),
    ];
    return {
      prices: (price: number) => post(`/updateCalendarPrices${ofPlan}`, [{ date: DATE, price }]),
      held: () =>
        post(`/updateCalendarPrices?roomId=${suite}&ratePlanId=${suitePlan}`, [{ date: DATE, price: 1 }]),
      rooms: (number: number) =>
        post(`/updateCalendarInventory?roomId=${suite}`, [{ date: DATE, inventoryNumber: number }]),
      otherRoom: () => post(`/updateCalendarInventory?roomId=999`, [{ date: DATE, inventoryNumber: 1 }]),
      wrongRecord: () => post(`/updateCalendarInventory?roomId=${room}`, [{ date: DATE }]),
      noJson: () => post(`/updateCalendarInventory?roomId=${room}`, '['),
      closedDate: (number: number) =>
        post(`/updateCalendarBlackout?roomId=${room}`, [{ date: DATE, blackoutStatus: number % 2 === 0 }]),
      minStay: (number: number) =>
        post(`/updateCalendarMinStay${ofPlan}`, [{ date: DATE, minStay: 1 + (number % 9) }]),
      roomEdit: (qty: number) => post('/roomEditChannelManager', { id: room, qty }),
      dryRun: (price: number) => post(`/dryRun/updateCalendarPrices${ofPlan}`, [{ date: DATE, price }]),
      channex: (number: number) => channex(notification(code, twoRooms(number))),
      repeatedMessage: () => channex(notification(code, twoRooms(5), requestId)),
      wrongMessage: () => channex(notification(code, [availability({ ...hotel, room: '1' }, DATE, DATE, 1)])),
      siteConnect: (number: number) =>
        xml.sendMessage(service, xml.availability(code, xml.roomsLeft({ room, plan }, number)), token),
      lookup: () => xml.sendMessage(service, xml.hotelRequest(code), token),
      closure: () =>
        service.admin('POST', '/closures', { roomId: room, from: DATE, to: DATE, reason: 'test' }),
      changedRoom: (number: number) => service.admin('PATCH', `/rooms/${room}`, { name: `Twin ${number}` }),
      release: () =>
        service.admin('POST', '/heldPrices/release', { ratePlanId: suitePlan, from: DATE, to: DATE }),
    };
  }

  it('The deletion leaves nothing in any table, after calls, messages and decisions of every kind', async () => {
    const real = await service.records.room();
    await service.pushInventory(real, [{ date: DATE, inventoryNumber: 3 }]);
    const sandbox = await create();
    const { room, plan } = idsOf(sandbox);
    const send = sendersOf(sandbox);
    for (const call of Object.values(send)) await call(3);
    const pushed = await send.prices(50);
    const message = await send.channex(4);
    await send.repeatedMessage();
    const requestId = pushed.headers.get('x-request-id');
    await service.dataSource.query(
      `INSERT INTO failed_call (room_id, entry_id, failed_at) VALUES ($1, $2, clock_timestamp())`,
      [room, requestId],
    );
    await service.dataSource.query(
      `INSERT INTO notification (topic, trigger, room_id, occurrences, first_at, last_at, request_ids, due_at, next_attempt_at)
       VALUES ('t', 'refused', $1, 1, now(), now(), '{}', now(), now())`,
      [room],
    );
    const from = '2020-01-01T00:00:00Z';
    const undos = [
      [`/journal/${requestId}/undo`, { dryRun: true }],
      [`/journal/${message.headers.get('x-request-id')}/undo`, { dryRun: false }],
      ['/journal/undo', { from, dryRun: true, roomId: room }],
      ['/journal/undo', { from, dryRun: true, ratePlanId: plan }],
      ['/journal/undo', { from, dryRun: true, token: sandbox.propertyName }],
      ['/journal/undo', { from, dryRun: false, tokenId: sandbox.tokenId }],
    ] as const;
    for (const [path, body] of undos) {
      const undo = await service.admin<{ undoId: string }>('POST', path, body);
      await until(
        async () =>
          (await service.admin('GET', `/journal/undo/${undo.body.undoId}`)).body['state'] === 'done',
      );
    }
    await send.held();
    const words = await wordsOf(sandbox);
    const all = (await tables()).filter((name) => !OF_NO_SANDBOX.includes(name));
    expect(await tablesWith(words)).toEqual(all);

    expect((await remove(sandbox.id)).status).toBe(204);
    expect(await tablesWith(words)).toEqual([]);
    expect(await service.dataSource.query(`SELECT FROM undo`)).toEqual([]);
    expect((await remove(sandbox.id)).status).toBe(404);
    expect((await send.rooms(1)).status).toBe(401);
    expect(await service.records.availability(real)).toEqual({ [DATE]: [3, 0] });
    const { body } = await service.admin('GET', '/journal?operation=deleteSandbox&limit=1');
    expect(body).toMatchObject({ items: [{ token: 'test', outcome: 'applied' }] });
  }, 30_000);

  it('The deletion leaves nothing, even while calls and messages come in', async () => {
    const sandbox = await create();
    const senders = Object.values(sendersOf(sandbox));
    const counts = senders.map(() => 0);
    const statuses = new Set<number>();
    let isOver = false;
    const sending = senders.map(async (send, index) => {
      for (let call = 0; !isOver; call++) {
        const { status } = await send(call);
        statuses.add(status);
        counts[index]!++;
      }
    });
    await until(() => counts.every((count) => count > 1));
    const words = await wordsOf(sandbox);
    expect((await remove(sandbox.id)).status).toBe(204);
    isOver = true;
    await Promise.all(sending);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(statuses).toContain(401);
    expect(await tablesWith(words)).toEqual([]);
  }, 30_000);

  it('A sandbox is deleted even if one of its plans derives from a plan of its other room', async () => {
    const sandbox = await create();
    const { plan, suite } = idsOf(sandbox);
    const derivation = { from: plan, steps: [{ percent: '-10' }] };
    const created = await service.admin('POST', `/rooms/${suite}/ratePlans`, { name: 'Derived', derivation });
    expect(created.status).toBe(201);
    const words = await wordsOf(sandbox);
    expect((await remove(sandbox.id)).status).toBe(204);
    expect(await tablesWith(words)).toEqual([]);
  });

  it('An expired sandbox is deleted automatically, and no other is', async () => {
    const [expired, other] = [await create(), await create()];
    const words = await wordsOf(expired);
    await service.dataSource.query(
      `UPDATE sandbox SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [expired.id],
    );
    await service.app.get(SandboxExpiryJob).wake();
    expect(await tablesWith(words)).toEqual([]);
    expect(await tablesWith([other.tokenId])).toContain('access_token');
  });
});
