import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '../support/service-process';
import type { Bench } from './bench';
import { pricePush } from './caller';
import { createRooms, daysFromToday } from './rooms';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);

/** Measures undos of pushes of 730 dates × 11 plans to some rooms, before PostgreSQL has statistics and after. */
export async function measureUndoWithoutStatistics(bench: Bench): Promise<Row[]> {
  const { isQuick } = bench;
  const { client, settings } = await bench.createDatabase('undo_without_statistics');
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  const service = await bench.startService(settings);
  const caller = bench.connect(service, 1);
  const rooms = await createRooms(client, isQuick ? 2 : 5);
  // `createRooms` has analysed the table of plans.
  await client.query(`DELETE FROM pg_statistic`);
  await client.query(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relname = 'rate_plan'`);
  const push = async (price: number) => {
    for (const room of rooms) await caller.push(pricePush(room, DAYS, price));
  };
  await push(100);
  const time = async (price: number) => {
    await delay(10);
    const from = new Date().toISOString();
    await push(price);
    return timeOfUndo(service, from);
  };
  const without = await time(200);
  await client.query('VACUUM ANALYZE');
  const withStatistics = await time(300);
  return [timesRow('undo_without_statistics', without, withStatistics)];
}

/** @returns the milliseconds that the undo of all pushes since a moment took */
async function timeOfUndo(service: ServiceProcess, from: string): Promise<number> {
  const start = performance.now();
  const answer = await service.call('/admin/journal/undo', {
    method: 'POST',
    body: JSON.stringify({ from }),
  });
  let { undoId, state, restored } = (await answer.json()) as Progress;
  while (state === 'running') {
    await delay(20);
    ({ undoId, state, restored } = (await (
      await service.call(`/admin/journal/undo/${undoId}`)
    ).json()) as Progress);
  }
  if (state !== 'done' || restored === 0) throw new Error(`The undo is ${state}, with ${restored} restored`);
  return performance.now() - start;
}

interface Progress {
  undoId: string;
  state: string;
  restored: number;
}
