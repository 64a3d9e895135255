import type { Bench } from './bench';
import type { Caller } from './caller';
import { pricePush } from './caller';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

/** The number of pushes in a round. A shorter round would measure the clock and the other work of the machine. */
const PUSHES = 10;

/**
 * Measures what the search for late arrivals adds to small pushes, of which none is late. It is compared with a second
 * service on the same database that does not search. Both are new, so that neither is warmer than the other.
 */
export async function measureShield(bench: Bench): Promise<Row[]> {
  const { database, rounds } = bench;
  const services = await Promise.all([
    bench.startService(database.settings),
    bench.startService({ ...database.settings, LATE_ARRIVAL_SECONDS: '0' }),
  ]);
  const callers = services.map((service) => bench.connect(service, 1)) as [Caller, Caller];
  const room = await createRoom(database.client);
  const days = daysFromToday(3);
  await callers[0].push(pricePush(room, days, 100));
  const through = (caller: Caller, cents: number) => (round: number) => {
    const queue = Array.from({ length: PUSHES }, (_, n) =>
      pricePush(room, days, 101 + round * PUSHES + n + cents),
    );
    return () => caller.pushAll([queue]);
  };
  // A difference of a few per cent shows only over more rounds than the other measurements need.
  const medians = await inTurn(
    { with: through(callers[0], 0.1), without: through(callers[1], 0.2) },
    { ...rounds, rounds: rounds.rounds * 20 },
  );
  return [timesRow('shield_over_none', medians.with, medians.without)];
}
