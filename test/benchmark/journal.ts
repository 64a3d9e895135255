import { join } from 'node:path';
import type { Bench } from './bench';
import { Caller, pricePush } from './caller';
import type { RatioName } from './bounds';
import type { Database } from './database';
import { createRoom, daysFromToday } from './rooms';
import type { Rounds } from './rounds';
import { inTurn } from './rounds';
import { ServiceProcess } from '../support/service-process';
import type { Row } from './table';
import { timesRow } from './table';

/**
 * What the journal entry adds to a push: against a second service on the same database that writes none. Both are new,
 * so that none is better run in than the other.
 */
export async function measureJournal({ database, rounds }: Bench): Promise<Row[]> {
  const nodeOptions = ['--require', join(__dirname, 'without-journal.js')];
  const services = await Promise.all([
    ServiceProcess.start(database.settings),
    ServiceProcess.start(database.settings, nodeOptions),
  ]);
  const callers = services.map((service) => new Caller(service, 1)) as [Caller, Caller];
  // A part of some per cent shows only over more rounds than the rest takes.
  const times = (more: number) => ({ ...rounds, rounds: rounds.rounds * more });
  const rows = [
    await measure(database, callers, 'journal_of_a_large_push', 730, times(2)),
    await measure(database, callers, 'journal_of_a_small_push', 3, times(20)),
  ];
  for (const caller of callers) caller.close();
  for (const service of services) await service.terminate();
  return rows;
}

async function measure(
  { client }: Database,
  [writing, notWriting]: [Caller, Caller],
  name: RatioName,
  dates: number,
  rounds: Rounds,
): Promise<Row> {
  const room = await createRoom(client);
  const days = daysFromToday(dates);
  await writing.push(pricePush(room, days, 100));
  const through = (caller: Caller, cents: number) => (round: number) => {
    const prices = pricePush(room, days, 101 + round + cents);
    return () => caller.push(prices);
  };
  const medians = await inTurn({ with: through(writing, 0.1), without: through(notWriting, 0.2) }, rounds);
  return timesRow(name, medians.with, medians.without);
}
