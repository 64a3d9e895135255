import { SchedulerRegistry } from '@nestjs/schedule';
import { HealthCheckService } from '@nestjs/terminus';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import { NOW, TestService } from '../../support/service';
import { until } from '../../support/until';

describe('the service for operators', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  it.each(['/health/live', '/health/ready'])('%s answers 200 without a token', async (path) => {
    const answer = await service.call(path, { headers: { authorization: '' } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok' });
  });

  it('Simultaneous readiness checks share one query to the database', async () => {
    let answer = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    const ping = jest.spyOn(service.app.get(TransactionRunner), 'ping').mockReturnValue(waiting);
    const check = jest.spyOn(service.app.get(HealthCheckService), 'check');
    try {
      const ask = () => service.call('/health/ready', { headers: { authorization: '' } });
      const answers = Array.from({ length: 40 }, ask);
      await until(() => check.mock.calls.length === 40);
      answer();
      for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
      expect(ping).toHaveBeenCalledTimes(1);
      await ask();
      expect(ping).toHaveBeenCalledTimes(2);
    } finally {
      ping.mockRestore();
      check.mockRestore();
    }
  });

  it('The metrics count calls by operation and outcome, and time them', async () => {
    const room = await service.records.room();
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    await service.pushInventory('987654', [{ date: '2026-12-01', inventoryNumber: 1 }]);
    await service.pushInventory(room, [{ date: 'someday' }]);
    await service.pushPrices(room, '987654', [{ date: '2026-12-01', price: 1 }]);
    await service.pushPrices(room, '987654', []);
    await service.editRoom({ id: '987654' });
    const { text, headers } = await service.call('/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    for (const [operation, outcome] of [
      ['updateCalendarInventory', 'applied'],
      ['updateCalendarInventory', 'roomMissing'],
      ['updateCalendarInventory', 'refused'],
      ['updateCalendarPrices', 'ratePlanMissing'],
      ['updateCalendarPrices', 'emptyList'],
      ['roomEditChannelManager', 'roomMissing'],
    ]) {
      const labels = `{operation="${operation}",outcome="${outcome}"} 1`;
      expect(text).toContain(`channel_manager_calls_total${labels}`);
      expect(text).toContain(`channel_manager_call_duration_seconds_count${labels}`);
    }
  });

  it('The metrics are also on METRICS_PORT, at METRICS_HOST, without a token', async () => {
    const unusable = '192.0.2.1';
    const settings = { METRICS_PORT: '0', METRICS_HOST: '127.0.0.1', HOST: unusable };
    const instance = await TestService.start({ settings, beside: service });
    try {
      const answer = await fetch(instance.metricsUrl);
      expect(await answer.text()).toContain('channel_manager_calls_total');
    } finally {
      await instance.stop();
    }
  });

  it('The log names the address of the metrics as METRICS_HOST sets it, even if it is 0.0.0.0', async () => {
    const settings = { METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' };
    const instance = await TestService.start({ settings, beside: service });
    try {
      expect(instance.metricsUrl).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/metrics$/);
    } finally {
      await instance.stop();
    }
  });

  it('Periodic jobs run as long as the service does, and no longer', async () => {
    const instance = await TestService.start({ beside: service });
    const jobs = instance.app.get(SchedulerRegistry);
    // Mails, the relay of notices, silent rooms, undos, streams of changes, retention, expired sandboxes.
    expect(jobs.getIntervals()).toHaveLength(7);
    await instance.stop();
    expect(jobs.getIntervals()).toEqual([]);
  });

  it('A stop waits for running pushes', async () => {
    const instance = await TestService.start({ beside: service, now: NOW });
    const room = await service.records.room();
    const held = await holdRoom(service, room);

    const push = instance.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 6 }]);
    await isWaitingForALock(service);
    const stopped = instance.stop();
    await held.release();

    expect((await push).text).toBe('Inventory is successfully updated');
    await stopped;
    expect(await service.records.availability(room)).toEqual({ '2026-12-01': [6, 0] });
  });
});
