import { DatabaseFiguresService } from '../../../src/administration/observability/database-figures.service';
import { DatabaseProxy } from '../../support/database-proxy';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';

const DATE = '2026-12-01';
/** A push waits longer than this for the database. A read gives up after 1.5 s. */
const SOON_MS = 10_000;
const UNKNOWN = { headers: { authorization: 'Bearer of-nobody' } };

describe.each(['goAway', 'freeze'] as const)('an outage of the database (%s)', (leave) => {
  let proxy: DatabaseProxy;
  let service: TestService;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start({ proxy });
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await service.pushPrices(room, plan, [{ date: DATE, price: 1 }]);
  });
  afterEach(async () => {
    proxy.comeBack();
    await service.stop();
    await proxy.stop();
  });

  const timed = async (call: Promise<Answer>) => {
    const start = performance.now();
    const { status, headers, text } = await call;
    return {
      status,
      text,
      retryAfter: headers.get('retry-after'),
      isSoon: performance.now() - start < SOON_MS,
    };
  };

  it('Any number of reads and calls with unknown tokens are answered 503, and do not wait for the database', async () => {
    proxy[leave]();
    const id = '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77';
    const paths = ['/admin/rooms', `/admin/rooms/${room}/calendar`, '/changes?after=now', `/receipts/${id}`];
    const calls = Array.from({ length: 10 }, () => [
      ...paths.map((path) => timed(service.call(path))),
      timed(service.post(`/updateCalendarInventory?roomId=${room}`, [], UNKNOWN)),
      timed(service.call('/admin/rooms', UNKNOWN)),
    ]);
    const answers = await Promise.all(calls.flat());
    expect(answers.map(({ status, retryAfter, isSoon }) => ({ status, retryAfter, isSoon }))).toEqual(
      answers.map(() => ({ status: 503, retryAfter: '5', isSoon: true })),
    );
    proxy.comeBack();
  });

  it('The metrics show an outage, and what the process itself counts, to a caller with a known token', async () => {
    expect((await service.call('/metrics')).text).toContain('channel_manager_database_up 1');
    proxy[leave]();
    // The last answer of the database is kept for 5 s.
    service.app.get(DatabaseFiguresService)['readAt'] = -Infinity;
    const { status, text, isSoon } = await timed(service.call('/metrics'));
    expect({ status, isSoon }).toEqual({ status: 200, isSoon: true });
    expect(text).toContain('channel_manager_database_up 0');
    expect(text).toMatch(/calls_total\{operation="updateCalendarPrices",outcome="applied"\} 1/);
    expect(await timed(service.call('/metrics', UNKNOWN))).toMatchObject({ status: 503, isSoon: true });
  });

  it('The first push to an instance waits for the end of an outage if its token was valid when the instance started', async () => {
    const beside = await service.startBeside({ proxy });
    proxy[leave]();
    const answer = timed(beside.pushPrices(room, plan, [{ date: DATE, price: 2 }]));
    // The push still waits when a read has failed.
    expect((await beside.call('/admin/rooms')).status).toBe(503);
    proxy.comeBack();
    expect(await answer).toMatchObject({ status: 200 });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '2.0000' });
  });
});
