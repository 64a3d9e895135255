import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { PUSH_OPERATIONS, PUSHES, isRoomInAddress } from '../../../src/push/operations';
import { DatabaseProxy } from '../../support/database-proxy';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { SHORTEST_PAUSE_MS, startCall } from '../../support/started-call';
import { countStatements } from '../../support/statements';
import { until } from '../../support/until';

const MAX_BYTES = 10 * 1024 * 1024;
const PIECE_BYTES = 65_536;

/** The rooms that a token limited to properties may push to. */
describe('an access token for properties', () => {
  let service: TestService;
  let token: string;
  let own: string;
  let foreign: string;
  beforeAll(async () => {
    service = await TestService.start();
    token = await service.createToken('Hotel Bar', ['push'], { propertyNames: ['Hotel Bar', 'Annex'] });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    own = await service.records.room('Annex');
    foreign = await service.records.room('Hotel Foo');
  });

  const DATE = '2026-12-24';
  const post = (path: string, body: unknown, with_ = token) =>
    service.post(path, body, { headers: { authorization: `Bearer ${with_}` } });
  const ADDRESSES = PUSH_OPERATIONS.filter(isRoomInAddress).flatMap((operation) => [
    PUSHES[operation].path,
    `dryRun/${PUSHES[operation].path}`,
  ]);

  it.each(ADDRESSES)(
    'A call of %s for a room of another property is refused while its body is still unsent',
    async (path) => {
      for (const roomId of [foreign, '987654']) {
        const call = await startCall(service, `/${path}?roomId=${roomId}&ratePlanId=1`, token);
        expect(call.status).toBe(403);
        expect(call.text).toContain(`The access token is not for room ${roomId}`);
        expect(call.headers.connection).toBe('close');
      }
    },
  );

  it.each([
    ['of unknown length', undefined],
    ['of more than 64 KiB', 65_537],
  ])(
    'A refused call with an unread body %s gets its answer after a pause, so that a flood of them is slow',
    async (_, bytes) => {
      const path = `/updateCalendarInventory?roomId=${foreign}`;
      const { status, headers, tookMs } = await startCall(service, path, token, bytes);
      expect([status, headers.connection]).toEqual([403, 'close']);
      expect(tookMs).toBeGreaterThan(SHORTEST_PAUSE_MS);
    },
  );

  it('A refused body that arrives slowly is not read', async () => {
    const accepted: Socket[] = [];
    service.app.getHttpServer().once('connection', (socket: Socket) => accepted.push(socket));
    const { hostname, port } = new URL(service.url);
    const caller = connect(Number(port), hostname).on('error', () => undefined);
    caller.write(
      `POST /updateCalendarInventory?roomId=${foreign} HTTP/1.1\r\nHost: ${hostname}\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = `${PIECE_BYTES.toString(16)}\r\n${' '.repeat(PIECE_BYTES)}\r\n`;
    const sending = setInterval(() => caller.write(piece), 10);
    await until(() => accepted[0]?.destroyed === true || caller.bytesWritten >= MAX_BYTES);
    clearInterval(sending);
    caller.destroy();
    expect(accepted[0]?.bytesRead).toBeLessThan(MAX_BYTES / 10);
  });

  it('The journal has the refusal of a call whose body was not sent, without a body', async () => {
    const { headers } = await startCall(service, `/updateCalendarInventory?roomId=${foreign}`, token);
    const { body } = await service.admin('GET', `/journal/${headers['x-request-id'] as string}`);
    expect(body).toMatchObject({ roomId: foreign, outcome: 'refused', token: 'Hotel Bar', body: null });
  });

  it('A changed property takes effect at once, also before the body is read', async () => {
    const path = `/updateCalendarInventory?roomId=${own}`;
    const push = () => post(path, [{ date: DATE, inventoryNumber: 1 }]);
    const move = (propertyName: string) => service.admin('PATCH', `/rooms/${own}`, { propertyName });
    expect((await push()).status).toBe(200);
    await move('Hotel Foo');
    expect((await push()).status).toBe(403);
    expect((await startCall(service, path, token)).status).toBe(403);
    await move('Hotel Bar');
    expect((await push()).status).toBe(200);
  });

  it('Pushes for a room that was not looked up yet wait for the end of an outage, in their order', async () => {
    const proxy = await DatabaseProxy.start();
    const behind = await service.startBeside({ proxy });
    proxy.goAway();
    const headers = { authorization: `Bearer ${token}` };
    const pushes = [1, 2, 3].map((inventoryNumber) =>
      behind.post(`/updateCalendarInventory?roomId=${own}`, [{ date: DATE, inventoryNumber }], { headers }),
    );
    const refused = behind.post(`/updateCalendarInventory?roomId=${foreign}`, [], { headers });
    // A read waits less than a push, so the outage has lasted long enough.
    expect((await behind.admin('GET', `/rooms/${own}`)).status).toBe(503);
    proxy.comeBack();
    expect((await Promise.all(pushes)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refused).status).toBe(403);
    expect(await service.records.availability(own)).toEqual({ [DATE]: [3, 0] });
    await behind.stop();
    await proxy.stop();
  });

  const calls: [string, (roomId: string, with_?: string) => Promise<Answer>][] = [
    [
      'inventory',
      (id, with_) =>
        post(`/updateCalendarInventory?roomId=${id}`, [{ date: DATE, inventoryNumber: 1 }], with_),
    ],
    ['an empty inventory list', (id, with_) => post(`/updateCalendarInventory?roomId=${id}`, [], with_)],
    [
      'prices',
      (id, with_) =>
        post(`/updateCalendarPrices?roomId=${id}&ratePlanId=1`, [{ date: DATE, price: 1 }], with_),
    ],
    [
      'an empty price list',
      (id, with_) => post(`/updateCalendarPrices?roomId=${id}&ratePlanId=1`, [], with_),
    ],
  ];

  it.each(calls)(
    'A token for properties cannot push %s for rooms of other properties, of none, or that do not exist',
    async (_, push) => {
      const ofNone = await service.records.room(null);
      for (const roomId of [foreign, ofNone, '987654']) {
        const answer = await push(roomId);
        expect([answer.status, answer.text]).toEqual([403, `The access token is not for room ${roomId}`]);
        const { body } = await service.admin('GET', `/journal/${answer.headers.get('x-request-id')}`);
        expect(body).toMatchObject({ roomId, outcome: 'refused', token: 'Hotel Bar', problem: answer.text });
        expect(await service.records.availability(roomId)).toEqual({});
      }
      expect((await push(own)).status).not.toBe(403);
    },
  );

  it('A token for properties can edit their rooms, and the answer for other rooms is false', async () => {
    const edit = (id: string) => post('/roomEditChannelManager', { id, qty: 7 });
    for (const roomId of [foreign, '987654']) {
      const answer = await edit(roomId);
      expect([answer.status, answer.text]).toEqual([403, 'false']);
      const { body } = await service.admin('GET', `/journal/${answer.headers.get('x-request-id')}`);
      expect(body).toMatchObject({
        outcome: 'refused',
        problem: `The access token is not for room ${roomId}`,
      });
    }
    expect(await service.records.roomRow(foreign)).toMatchObject({ total_rooms: null });
    expect((await edit(own)).text).toBe('true');
    expect(await service.records.roomRow(own)).toMatchObject({ total_rooms: 7 });
  });

  it('After its first push for a room, a token for properties costs no more statements than a token for all rooms', async () => {
    const [, push] = calls[0]!;
    // A job in the background may add its statements to one of the counts, so the test takes the lowest count.
    const statements = async (with_: string) => {
      await push(own, with_);
      const counts: number[] = [];
      for (let time = 0; time < 3; time++) {
        const counted = countStatements(service.dataSource);
        await push(own, with_);
        counts.push(counted.stop().length);
      }
      return Math.min(...counts);
    };
    expect(await statements(token)).toBe(await statements(service.token));
  });
});
