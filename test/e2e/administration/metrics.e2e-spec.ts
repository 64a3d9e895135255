import { AdmissionControl } from '../../../src/push/admission/admission-control';
import { InventoryService } from '../../../src/inventory/inventory.service';
import { FIGURES_KEPT_MS } from '../../../src/administration/observability/database-figures.service';
import { DatabaseProxy } from '../../support/database-proxy';
import { Log } from '../../support/log';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import type { Series } from '../../support/promql';
import { readSeries } from '../../support/promql';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const INVENTORY = 'updateCalendarInventory';
const ROOM_EDIT = 'roomEditChannelManager';
const CALLS = 'channel_manager_calls_total';
const DATE = '2026-12-01';

const scrape = async (service: TestService) => {
  const { text, headers } = await service.call('/metrics');
  expect(headers.get('content-type')).toContain('text/plain');
  return readSeries(text);
};
const valueOf = (series: Series[], metric: string, labels: Record<string, string> = {}) =>
  series.find((one) => {
    const isMeant = Object.entries(labels).every(([label, value]) => one.labels[label] === value);
    return one.metric === metric && isMeant;
  })?.value;
const push = (service: TestService, room: string, init = {}) =>
  service.post(`/${INVENTORY}?roomId=${room}`, [{ date: DATE, inventoryNumber: 1 }], init);

describe('the metrics', () => {
  let service: TestService;
  let room: string;
  beforeAll(async () => (service = await TestService.start()));
  beforeEach(async () => (room = await service.records.room()));
  afterAll(() => service.stop());

  it('The metrics distinguish refused, unauthorized and throttled calls', async () => {
    const instance = await TestService.start({ beside: service });
    try {
      await instance.pushInventory(room, [{ date: 'someday' }]);
      const headers = { authorization: 'Bearer of-nobody' };
      for (let call = 0; call < 32; call++) await push(instance, room, { headers });
      const series = await scrape(instance);
      const count = (outcome: string) => valueOf(series, CALLS, { operation: INVENTORY, outcome });
      expect([count('refused'), count('unauthorized'), count('throttled')]).toEqual([1, 30, 2]);
      expect(count('failed')).toBe(0);
    } finally {
      await instance.stop();
    }
  });

  it('The metrics and the log have calls whose caller hung up, with the time that they took', async () => {
    const log = new Log();
    const instance = await TestService.start({ beside: service, settings: { LOG_LEVEL: 'info' } });
    instance.app.useLogger(log);
    try {
      const held = await holdRoom(service, room);
      const caller = new AbortController();
      const calls = Array.from({ length: 10 }, () =>
        push(instance, room, { signal: caller.signal }).catch(() => undefined),
      );
      const inFlight = async () => valueOf(await scrape(instance), 'channel_manager_pushes_in_flight');
      await until(async () => (await inFlight()) === 10);
      const startedAt = performance.now();
      await isWaitingForALock(service);
      caller.abort();
      expect(await Promise.all(calls)).toEqual(calls.map(() => undefined));
      // The calls wait much longer than the service needs for the work of all ten.
      await until(() => performance.now() - startedAt > 500);
      const waitedFor = (performance.now() - startedAt) / 1_000;
      await held.release();
      const hungUp = async () =>
        valueOf(await scrape(instance), 'channel_manager_calls_hung_up_total', { operation: INVENTORY }) ===
        10;
      await until(hungUp);
      const series = await scrape(instance);
      const applied = { operation: INVENTORY, outcome: 'applied' };
      expect(valueOf(series, CALLS, applied)).toBe(10);
      const durations = 'channel_manager_call_duration_seconds';
      expect(valueOf(series, `${durations}_sum`, applied)).toBeGreaterThan(10 * waitedFor);
      expect(log.linesAbout(`POST /${INVENTORY} 200, and the caller had hung up`)).toHaveLength(10);
    } finally {
      await instance.stop();
    }
  });

  it('The metrics count calls that were shed, whatever the answer', async () => {
    const instance = await TestService.start({ beside: service });
    try {
      const load = instance.app.get(AdmissionControl);
      // The limit of 3,000 pushes never admits the 3,000th push.
      while (load.inFlight < 2_999)
        load.acquire({ callerKey: `${load.inFlight}`, roomId: undefined, bytes: 0 });
      expect((await push(instance, room)).status).toBe(503);
      expect(await instance.editRoom({ id: room })).toMatchObject({ status: 200, text: 'false' });
      const series = await scrape(instance);
      for (const operation of [INVENTORY, ROOM_EDIT]) {
        expect(valueOf(series, CALLS, { operation, outcome: 'shed' })).toBe(1);
        expect(valueOf(series, CALLS, { operation, outcome: 'refused' })).toBe(0);
      }
    } finally {
      await instance.stop();
    }
  });

  it('The metrics distinguish failures of the database from defects', async () => {
    const proxy = await DatabaseProxy.start();
    const settings = { DB_RETRY_BUDGET_SECONDS: '1' };
    const instance = await TestService.start({ beside: service, proxy, settings });
    try {
      await push(instance, room); // Makes the token known.
      jest
        .spyOn(instance.app.get(InventoryService), 'update')
        .mockRejectedValueOnce(new TypeError('a defect'));
      expect((await push(instance, room)).status).toBe(500);
      proxy.goAway();
      expect((await push(instance, room)).status).toBe(503);
      expect(await instance.editRoom({ id: room })).toMatchObject({ status: 200, text: 'false' });
      proxy.comeBack();
      const series = await scrape(instance);
      expect(valueOf(series, CALLS, { operation: INVENTORY, outcome: 'failed' })).toBe(1);
      expect(valueOf(series, CALLS, { operation: INVENTORY, outcome: 'unavailable' })).toBe(1);
      expect(valueOf(series, CALLS, { operation: ROOM_EDIT, outcome: 'failed' })).toBe(0);
      expect(valueOf(series, CALLS, { operation: ROOM_EDIT, outcome: 'unavailable' })).toBe(1);
      expect(
        valueOf(series, 'channel_manager_transaction_retries_total', { reason: 'outage' }),
      ).toBeGreaterThan(0);
      expect(valueOf(series, 'channel_manager_transaction_retries_total', { reason: 'deadlock' })).toBe(0);
    } finally {
      await instance.stop();
      await proxy.stop();
    }
  });

  it('The metrics count records by verdict', async () => {
    const before = await scrape(service);
    const records = [DATE, '2026-12-02', '2026-12-02', '1999-01-01'].map((date) => ({
      date,
      inventoryNumber: 3,
    }));
    await service.pushInventory(room, records);
    await service.pushInventory(room, records.slice(0, 1));
    const after = await scrape(service);
    const added = (verdict: string) => {
      const [earlier = NaN, later = NaN] = [before, after].map((series) =>
        valueOf(series, 'channel_manager_records_total', { operation: INVENTORY, verdict }),
      );
      return later - earlier;
    };
    const verdicts = ['applied', 'unchanged', 'skipped', 'held', 'late', 'superseded'];
    expect(verdicts.map(added)).toEqual([2, 1, 1, 0, 0, 1]);
  });

  it('The metrics show how many pushes are in flight, wait for their room, and hold a connection', async () => {
    const held = await holdRoom(service, room);
    const pushes = [push(service, room)];
    await isWaitingForALock(service);
    pushes.push(push(service, room), push(service, room));
    const series = await until(async () => {
      const now = await scrape(service);
      // The relay of notices and the mail worker sometimes use a connection. The look-up of this call's token uses one for
      // a moment longer, after it has its answer.
      const isQuiet = (valueOf(now, 'channel_manager_database_connections_in_use') ?? NaN) <= 2;
      return isQuiet && valueOf(now, 'channel_manager_pushes_waiting') === 2 && now;
    });
    expect(valueOf(series, 'channel_manager_pushes_in_flight')).toBe(3);
    expect(valueOf(series, 'channel_manager_database_connections_max')).toBe(8);
    expect(valueOf(series, 'channel_manager_transactions_waiting')).toBe(0);
    await held.release();
    await Promise.all(pushes);
    const quiet = await scrape(service);
    expect(valueOf(quiet, 'channel_manager_pushes_in_flight')).toBe(0);
    expect(valueOf(quiet, 'channel_manager_pushes_waiting')).toBe(0);
  });

  it('The metrics show mails that wait, failed or were only logged, held prices, and the time of the last push', async () => {
    const instance = await TestService.start(); // This instance has not read its figures yet.
    const room = await instance.records.room();
    await push(instance, room);
    await instance.dataSource.query(
      `INSERT INTO notification (topic, trigger, occurrences, first_at, last_at, request_ids, state, attempts, due_at,
                                 next_attempt_at)
       SELECT 'topic', 'roomSilent', 1, now(), now(), '{}', state, 1, now() - interval '1 hour', 'infinity'
         FROM unnest(ARRAY['queued', 'queued', 'failed', 'logged', 'logged', 'logged', 'sent']) AS state`,
    );
    for (const hasHeld of [true, false, true]) {
      const plan = await instance.records.ratePlan(room);
      const flag = `UPDATE rate_plan SET has_held_prices = $2 WHERE id = $1`;
      await instance.dataSource.query(flag, [plan, hasHeld]);
    }
    try {
      const series = await scrape(instance);
      expect(valueOf(series, 'channel_manager_queued_mails')).toBe(2);
      expect(valueOf(series, 'channel_manager_failed_mails')).toBe(1);
      expect(valueOf(series, 'channel_manager_logged_mails')).toBe(3);
      expect(valueOf(series, 'channel_manager_oldest_mail_seconds')).toBeCloseTo(3600, -2);
      expect(valueOf(series, 'channel_manager_rate_plans_with_held_prices')).toBe(2);
      const since = valueOf(series, 'channel_manager_last_push_seconds');
      expect(since).toBeGreaterThan(0);
      expect(since).toBeLessThan(60);
    } finally {
      await instance.stop();
    }
  });

  it('The metrics are available while the database is away, with its last values', async () => {
    const proxy = await DatabaseProxy.start();
    const instance = await TestService.start({
      beside: service,
      proxy,
      settings: { METRICS_PORT: '0' },
      override: (builder) => builder.overrideProvider(FIGURES_KEPT_MS).useValue(0),
    });
    const scrapeWithoutToken = async () => {
      const answer = await fetch(instance.metricsUrl);
      expect(answer.status).toBe(200);
      return readSeries(await answer.text());
    };
    try {
      const before = await scrapeWithoutToken();
      expect(valueOf(before, 'channel_manager_database_up')).toBe(1);
      proxy.goAway();
      const during = await until(async () => {
        const now = await scrapeWithoutToken();
        return valueOf(now, 'channel_manager_database_up') === 0 && now;
      });
      const mails = 'channel_manager_queued_mails';
      expect(valueOf(during, mails)).toBe(valueOf(before, mails));
    } finally {
      proxy.comeBack();
      await instance.stop();
      await proxy.stop();
    }
  });
});
