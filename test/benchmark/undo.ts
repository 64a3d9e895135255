import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ServiceProcess } from '../support/service-process';
import { Caller, inventoryPush, pricePush } from './caller';
import { startServer } from './database';
import type { Room } from './rooms';
import { createRoomOfPushedPlans, daysFromToday, fillRooms } from './rooms';

/**
 * Measures the time and the memory of the undo of a wrong export:
 * `npm run build:service && tsc -p test/benchmark/tsconfig.json && node dist/test/benchmark/undo.js --rooms 200 --days 365`.
 * Each of the eleven plans of a room is pushed separately, and so are rooms left.
 */

interface Progress {
  undoId: string;
  state: string;
  roomsDone: number;
  restored: number;
  changedSince: number;
  derived: number;
  requestIds: string[];
}

async function main(rooms: number, days: number): Promise<void> {
  const server = await startServer();
  const database = await server.createDatabase('undo');
  const service = await ServiceProcess.start(database.settings, ['--max-semi-space-size=64']);
  const caller = new Caller(service, 8);
  try {
    const hotel: Room[] = [];
    for (let n = 0; n < rooms; n++) hotel.push(await createRoomOfPushedPlans(database.client));
    const pushes = (price: number) =>
      hotel.map((room) => [
        inventoryPush(room, daysFromToday(days), price),
        ...room.ratePlanIds.map((plan) => pricePush(room, daysFromToday(days), price, plan)),
      ]);
    await fillRooms(database.client, days);
    const from = new Date().toISOString();
    // More pushes at a time would be shed on a busy machine.
    const wrong = pushes(1);
    while (wrong.length > 0) await caller.pushAll(wrong.splice(0, 4));
    await database.client.query('VACUUM ANALYZE');
    const idleMiB = await service.memory();
    process.stdout.write(`${rooms} rooms × ${days} dates × 11 plans; idle ${idleMiB.toFixed(0)} MiB\n`);
    await time(service, 'undo', { from });
    await time(service, 'asked once more', { from });
    await time(service, 'dry run', { from, dryRun: true });
  } finally {
    caller.close();
    await service.terminate();
    await database.close();
    await server.stop();
  }
}

async function time(service: ServiceProcess, name: string, filter: object): Promise<void> {
  const start = performance.now();
  const answer = await service.call('/admin/journal/undo', { method: 'POST', body: JSON.stringify(filter) });
  const answeredAfter = performance.now() - start;
  let progress = (await answer.json()) as Progress;
  let peakMiB = await service.memory();
  while (progress.state === 'running') {
    await delay(250);
    peakMiB = Math.max(peakMiB, await service.memory());
    progress = (await (await service.call(`/admin/journal/undo/${progress.undoId}`)).json()) as Progress;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const { state, roomsDone, restored, changedSince, requestIds } = progress;
  process.stdout.write(
    `${name}: ${state} after ${seconds} s, answered ${answer.status} after ${(answeredAfter / 1000).toFixed(1)} s; ` +
      `rooms ${roomsDone}, restored ${restored}, changedSince ${changedSince}, entries ${requestIds.length}; ` +
      `peak ${peakMiB.toFixed(0)} MiB\n`,
  );
}

const { values } = parseArgs({
  options: { rooms: { type: 'string', default: '200' }, days: { type: 'string', default: '365' } },
});
void main(Number(values.rooms), Number(values.days));
