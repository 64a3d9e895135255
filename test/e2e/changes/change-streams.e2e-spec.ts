import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ChangeStreamsService } from '../../../src/changes/change-streams.service';
import type { ChangeStreamsTiming } from '../../../src/changes/change-streams.timing';
import { CHANGE_STREAMS_TIMING } from '../../../src/changes/change-streams.timing';
import { BufferingProxy } from '../../support/buffering-proxy';
import { useOwnServer } from '../../support/database';
import { openStream } from '../../support/event-stream';
import type { FeedPage } from '../../support/feed-page';
import { untilFeedHasAllChanges } from '../../support/feed-page';
import { TestService } from '../../support/service';
import { watchStatements } from '../../support/statements';
import { until } from '../../support/until';

useOwnServer();

describe('a stream of changes', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    service = await TestService.start();
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });
  afterEach(() => service.stop());

  const open = (query = '', headers: Record<string, string> = {}) =>
    openStream(`${service.url}/changes/stream${query}`, {
      authorization: `Bearer ${service.token}`,
      ...headers,
    });
  const push = async (price: number) => {
    const answer = await service.pushPrices(room, plan, [{ date: '2026-12-01', price }]);
    return answer.headers.get('x-request-id');
  };

  it('A stream of changes sends each change, with the cursor as its id', async () => {
    const stream = await open('?after=now');
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    for (const price of [1, 2]) {
      const requestId = await push(price);
      const { id, data } = await stream.next();
      expect(data).toMatchObject({ cursor: id, requestId, roomId: room, kind: 'prices' });
    }
    stream.close();
  });

  it('A stream of changes sends the same items as the pages, from the oldest item on or after a cursor', async () => {
    for (const price of [1, 2, 3]) await push(price);
    await untilFeedHasAllChanges(service);
    const { items } = JSON.parse((await service.call('/changes')).text) as { items: { cursor: string }[] };
    const streams = [
      await open(),
      await open(`?after=${items[0]?.cursor}`),
      await open('?after=now', { 'last-event-id': items[1]?.cursor ?? '' }),
    ];
    for (const [n, stream] of streams.entries()) {
      for (const item of items.slice(n)) expect((await stream.next()).data).toEqual(item);
    }
    await push(4);
    const last = await Promise.all(streams.map((stream) => stream.next()));
    expect(new Set(last.map(({ id }) => id)).size).toBe(1);
    for (const stream of streams) stream.close();
  });

  it('A stream of changes sends a change once, even if the stream read it before the next query for all streams', async () => {
    const { nextCursor } = JSON.parse((await service.call('/changes?after=now')).text) as {
      nextCursor: string;
    };
    const others = await open('?after=now');
    const requestIds = [await push(1)];
    const stream = await open(`?after=${nextCursor}`);
    for (const price of [2, 3]) requestIds.push(await push(price));
    for (const requestId of requestIds) {
      expect((await stream.next()).data).toMatchObject({ requestId });
      expect((await others.next()).data).toMatchObject({ requestId });
    }
    for (const open of [stream, others]) open.close();
  });

  it('A stream of changes refuses an invalid cursor before the stream begins', async () => {
    const { status, text } = await service.call('/changes/stream?after=yesterday');
    expect([status, JSON.parse(text)]).toMatchObject([400, { errors: [{ pointer: '/after' }] }]);
  });

  it('A stream of changes ends when its token is revoked', async () => {
    const token = await service.createToken('engine', ['read']);
    const stream = await open('?after=now', { authorization: `Bearer ${token}` });
    const other = await open('?after=now');
    await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE name = 'engine'`);
    await expect(stream.next()).rejects.toThrow('has ended');
    const requestId = await push(1);
    expect((await other.next()).data).toMatchObject({ requestId });
    other.close();
  });

  it('A stream of changes ends when the service stops', async () => {
    const stream = await open('?after=now');
    expect(stream.headers.connection).toBe('close');
    await service.app.close();
    await expect(stream.next()).rejects.toThrow('has ended');
  });

  it('One query a second serves all streams of changes, and no query runs when all streams are closed', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open('?after=now')));
    await push(1);
    await Promise.all(streams.map((stream) => stream.next()));
    const looks: string[] = [];
    watchStatements(service.dataSource, {
      beforeQuery: ({ query }) => {
        if (query.includes('feed_incarnation')) looks.push(query);
      },
    });
    const changeStreams = service.app.get(ChangeStreamsService);
    await changeStreams.wake();
    await changeStreams.wake();
    expect(looks.length).toBeGreaterThanOrEqual(2);
    // The interval of the service may have caused some of them.
    expect(looks.length).toBeLessThanOrEqual(4);
    for (const stream of streams) stream.close();
    await until(async () => {
      looks.length = 0;
      await changeStreams.wake();
      await changeStreams.wake();
      return looks.length === 0;
    });
  });

  it('A HEAD request to the stream of changes gets the status of a GET request, and no events', async () => {
    await push(1);
    // An HTTP client would drop a body, so the test reads all bytes until the service closes the connection.
    const call = connect(Number(new URL(service.url).port), '127.0.0.1');
    const lines = ['HEAD /changes/stream HTTP/1.1', 'Host: a', `Authorization: Bearer ${service.token}`];
    call.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [head = '', ...rest] = (await text(call)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toContain('content-type: text/event-stream');
    expect(rest).toEqual(['']);
    expect((await service.call('/changes/stream?after=x', { method: 'HEAD' })).status).toBe(400);
  });
});

describe('a stream of changes behind a proxy that buffers', () => {
  const BUFFER_BYTES = 4_096;
  let service: TestService;
  let proxy: BufferingProxy;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    service = await TestService.start();
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });
  afterEach(async () => {
    await proxy.stop();
    await service.stop();
  });

  const openBehind = async (heedsHeader: boolean) => {
    const { nextCursor } = JSON.parse((await service.call('/changes?after=now')).text) as FeedPage;
    proxy = await BufferingProxy.start(service.url, { bufferBytes: BUFFER_BYTES, heedsHeader });
    const open = (url: string) =>
      openStream(`${url}/changes/stream?after=${nextCursor}`, { authorization: `Bearer ${service.token}` });
    return { direct: await open(service.url), proxied: open(proxy.url) };
  };
  const push = async (price: number) => {
    const answer = await service.pushPrices(room, plan, [{ date: '2026-12-01', price }]);
    return answer.headers.get('x-request-id');
  };

  it('A stream of changes is not delayed if the proxy heeds the header about buffering', async () => {
    const { direct, proxied } = await openBehind(true);
    const stream = await proxied;
    const requestId = await push(1);
    expect((await stream.next()).data).toMatchObject({ requestId });
    for (const each of [direct, stream]) each.close();
  });

  it('A stream of changes comes late, but complete, through a proxy that ignores the header about buffering', async () => {
    const { direct, proxied } = await openBehind(false);
    let hasBegun = false;
    const beginning = proxied.finally(() => (hasBegun = true));
    const requestIds = [await push(1)];
    await direct.next();
    expect(hasBegun).toBe(false);
    for (let price = 2; price <= 20; price++) requestIds.push(await push(price));
    const stream = await beginning;
    // The buffer holds at least this many changes.
    for (const requestId of requestIds.slice(0, 10))
      expect((await stream.next()).data).toMatchObject({ requestId });
    for (const each of [direct, stream]) each.close();
  });
});

describe('a stream of changes with short intervals', () => {
  const SHORT: ChangeStreamsTiming = { pollMs: 50, commentMs: 200, maxBlockedMs: 500 };
  let service: TestService;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    service = await TestService.start({
      override: (builder) => builder.overrideProvider(CHANGE_STREAMS_TIMING).useValue(SHORT),
    });
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });
  afterEach(() => service.stop());

  const path = '/changes/stream';
  const open = (query: string) =>
    openStream(`${service.url}${path}${query}`, { authorization: `Bearer ${service.token}` });
  const push = (price: number) => service.pushPrices(room, plan, [{ date: '2026-12-01', price }]);

  it('A stream of changes sends regular comments, at longer intervals than its queries', async () => {
    const stream = await open('?after=now');
    await stream.nextComment();
    const start = performance.now();
    await stream.nextComment();
    expect(performance.now() - start).toBeGreaterThan(2 * SHORT.pollMs);
    await stream.nextComment();
    stream.close();
  });

  it('A stream whose client reads nothing keeps one piece and is cut off, while another stream continues', async () => {
    await push(1);
    await makeChangesLong();
    await untilFeedHasAllChanges(service);
    const { port } = new URL(service.url);
    const client = connect(Number(port), '127.0.0.1');
    const connected = once(service.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    client.write(`GET ${path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${service.token}\r\n\r\n`);
    const [socket] = await connected;
    const cutOff = once(socket, 'close');
    const other = await open('?after=now');
    let kept = 0;
    for (let price = 2; !socket.destroyed; price++) {
      const requestId = (await push(price)).headers.get('x-request-id');
      expect((await other.next()).data).toMatchObject({ requestId });
      kept = Math.max(kept, socket.writableLength);
    }
    await cutOff;
    // The service keeps one piece of 100 changes for a slow reader, and some bytes before it.
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(100 * CHANGE_BYTES * 1.1);
    client.destroy();
    other.close();
  });

  const CHANGES = 1_000;
  const CHANGE_BYTES = 20_000;

  /** Makes the changes too long for the system to buffer for a connection. */
  const makeChangesLong = () =>
    service.dataSource.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome, changed_rooms, feed_position,
                                  server_started_at)
       SELECT gen_random_uuid(), received_at, applied_at, operation, room_id, outcome,
              json_build_array(json_build_object('roomId', room_id::text, 'kind', 'prices',
                'ratePlanIds', ARRAY[repeat('1', $2)], 'from', NULL, 'to', NULL)),
              feed_position, server_started_at
         FROM (SELECT * FROM journal_entry WHERE changed_rooms IS NOT NULL LIMIT 1) AS entry
        CROSS JOIN generate_series(1, $1::integer)`,
      [CHANGES, CHANGE_BYTES],
    );
});
