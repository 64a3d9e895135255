import { ChangeStreamsService } from '../../src/changes/change-streams.service';
import { useOwnServer } from '../support/database';
import { openStream } from '../support/event-stream';
import { TestService } from '../support/service';
import { until } from '../support/until';

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

  it('tells of a change within 1.5 s of its commit, with the cursor as its id', async () => {
    const stream = await open('?after=now');
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    for (const price of [1, 2]) {
      const requestId = await push(price);
      const start = performance.now();
      const { id, data } = await stream.next();
      expect(performance.now() - start).toBeLessThan(1_500);
      expect(data).toMatchObject({ cursor: id, requestId, roomId: room, kind: 'prices' });
    }
    stream.close();
  });

  it('has the same items as the pages, from the oldest on, or from behind a cursor', async () => {
    for (const price of [1, 2, 3]) await push(price);
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

  it('has each change once, also one that it has read before the next look for all streams', async () => {
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

  it('refuses what is no cursor before it begins', async () => {
    const { status, text } = await service.call('/changes/stream?after=yesterday');
    expect([status, JSON.parse(text)]).toMatchObject([400, { errors: [{ pointer: '/after' }] }]);
  });

  it('is ended when its token is revoked', async () => {
    const token = await service.createToken('engine', ['read']);
    const stream = await open('?after=now', { authorization: `Bearer ${token}` });
    const other = await open('?after=now');
    await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE name = 'engine'`);
    expect(await stream.rest()).toBe('');
    const requestId = await push(1);
    expect((await other.next()).data).toMatchObject({ requestId });
    other.close();
  });

  it('is ended at once when the service stops', async () => {
    const stream = await open('?after=now');
    expect(stream.headers.connection).toBe('close');
    const start = performance.now();
    await service.app.close();
    expect(await stream.rest()).toBe('');
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('is served with all others by one look at the database a second, and by none when all are closed', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open('?after=now')));
    await push(1);
    await Promise.all(streams.map((stream) => stream.next()));
    const looks: string[] = [];
    service.dataSource.subscribers.push({
      beforeQuery: ({ query }) => {
        if (query.includes('feed_incarnation')) looks.push(query);
      },
    });
    const changeStreams = service.app.get(ChangeStreamsService);
    await changeStreams.serve();
    await changeStreams.serve();
    expect(looks.length).toBeGreaterThanOrEqual(2);
    // Those of the clock may have come in between.
    expect(looks.length).toBeLessThanOrEqual(4);
    for (const stream of streams) stream.close();
    await until(async () => {
      looks.length = 0;
      await changeStreams.serve();
      await changeStreams.serve();
      return looks.length === 0;
    });
  });

  it('sends HEAD no events', async () => {
    const { status, text } = await service.call('/changes/stream', { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
  });
});
