import { join } from 'node:path';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { pricePush } from './caller';
import type { RatioName } from './bounds';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import { startService } from './service-process';
import type { Row } from './table';
import { timesRow } from './table';

/** What the journal entry adds to a push: against a second service on the same database that writes none. */
export async function measureJournal(bench: Bench): Promise<Row[]> {
  const without = await startService({
    databaseUrl: bench.database.url,
    directory: bench.server.directory,
    nodeOptions: ['--require', join(__dirname, 'without-journal.js')],
  });
  const caller = without.caller(1);
  const rows = [
    await measure(bench, caller, 'journal_of_a_large_push', 730, 2),
    await measure(bench, caller, 'journal_of_a_small_push', 3, 20),
  ];
  caller.close();
  await without.stop();
  return rows;
}

/** A part of some per cent shows only over more rounds than the rest takes. */
async function measure(
  { database: { client }, caller, rounds }: Bench,
  withoutJournal: Caller,
  name: RatioName,
  dates: number,
  times: number,
): Promise<Row> {
  const room = await createRoom(client);
  const days = daysFromToday(dates);
  await caller.push(pricePush(room, days, 100));
  const through = (service: Caller, cents: number) => (round: number) => {
    const prices = pricePush(room, days, 101 + round + cents);
    return () => service.push(prices);
  };
  const medians = await inTurn(
    { with: through(caller, 0.1), without: through(withoutJournal, 0.2) },
    { rounds: rounds.rounds * times, warmUp: rounds.warmUp },
  );
  return timesRow(name, medians.with, medians.without);
}
