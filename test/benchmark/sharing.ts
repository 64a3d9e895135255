import { join } from 'node:path';
import { ServiceProcess } from '../support/service-process';
import type { Bench } from './bench';
import { Caller, pricePush } from './caller';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(3);

/**
 * What it costs a small push on an idle service that others could share its transaction: against a second service on
 * the same database where none can. Both are new, so that none is better run in than the other.
 */
export async function measureSharing({ database, rounds }: Bench): Promise<Row[]> {
  const services = await Promise.all([
    ServiceProcess.start(database.settings),
    ServiceProcess.start(database.settings, ['--require', join(__dirname, 'without-sharing.js')]),
  ]);
  const callers = services.map((service) => new Caller(service, 1)) as [Caller, Caller];
  const room = await createRoom(database.client);
  await callers[0].push(pricePush(room, DAYS, 100));
  const through = (caller: Caller, cents: number) => (round: number) => {
    const prices = pricePush(room, DAYS, 101 + round + cents);
    return () => caller.push(prices);
  };
  // A part of some per cent shows only over more rounds than the rest takes.
  const medians = await inTurn(
    { with: through(callers[0], 0.1), without: through(callers[1], 0.2) },
    { ...rounds, rounds: rounds.rounds * 40 },
  );
  for (const caller of callers) caller.close();
  for (const service of services) await service.terminate();
  return [timesRow('latency_of_one_push', medians.with, medians.without)];
}
