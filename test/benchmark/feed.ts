import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { get } from 'node:http';
import type { ServiceProcess } from '../support/service-process';
import { TOKEN } from '../support/service-process';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { pricePush } from './caller';
import type { Database } from './database';
import { createRoom, daysFromToday } from './rooms';
import type { Rounds, Way } from './rounds';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const STREAMS = 200;
const ITEMS = 1_000;

/**
 * Measures how much open streams of changes slow down a small push, and how long reading changes takes. The streams
 * have their own service. Both services are new and take the same pushes, so that neither is warmer than the other.
 */
export async function measureFeed(bench: Bench): Promise<Row[]> {
  const { database, rounds, isQuick } = bench;
  const [plain, streaming] = await Promise.all([
    bench.startService(database.settings),
    bench.startService(database.settings),
  ]);
  const withoutStreams = bench.connect(plain, 1);
  const withStreams = bench.connect(streaming, 1);
  // A difference of a few per cent shows only over more rounds than the other measurements need.
  const many = { ...rounds, rounds: rounds.rounds * 40 };
  const callers = { withoutStreams, withStreams };
  await measure(database, callers, { ...many, rounds: Math.max(ITEMS / 2, rounds.rounds) });
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(streaming)));
  bench.endLater(() => {
    for (const stream of streams) stream.destroy();
  });
  const beside = await measure(database, callers, many);
  for (const stream of streams) stream.destroy();
  const cursor = await readOldest(withoutStreams);
  const ofPage = () =>
    inTurn(
      {
        read: () => () => readPage(withoutStreams, cursor),
        live: () => () => withoutStreams.get('/health/live'),
      },
      many,
    );
  const page = await ofPage();
  await makeJournalLonger(database, isQuick ? 100_000 : 1_000_000);
  const pageOfMany = await ofPage();
  return [
    timesRow('push_beside_streams', beside.withStreams, beside.withoutStreams),
    timesRow('changes_page_over_live', page.read, page.live),
    timesRow('changes_page_growth', pageOfMany.read, page.read),
  ];
}

/** @returns the time of a small push through each caller, in milliseconds */
async function measure<T extends string>(
  { client }: Database,
  callers: Record<T, Caller>,
  rounds: Rounds,
): Promise<Record<T, number>> {
  const room = await createRoom(client);
  const days = daysFromToday(3);
  const ways = Object.entries<Caller>(callers).map(([name, caller], index) => {
    const way: Way = (round) => {
      const prices = pricePush(room, days, 100 + round + index / 10);
      return () => caller.push(prices);
    };
    return [name, way];
  });
  return inTurn(Object.fromEntries(ways) as Record<T, Way>, rounds);
}

/** Opens a stream, and reads its events without using them. */
async function open(service: ServiceProcess): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const stream = get(`${service.url}/changes/stream?after=now`, { headers, agent: false });
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  response.on('error', () => undefined).resume();
  return stream;
}

/** @returns the cursor of the oldest kept change */
async function readOldest(caller: Caller): Promise<string> {
  const { nextCursor } = JSON.parse(await caller.get('/changes?limit=1')) as { nextCursor: string };
  return nextCursor;
}

/** @returns the time of the call in ms, without parsing its JSON */
async function readPage(caller: Caller, cursor: string): Promise<number> {
  const start = performance.now();
  const page = await caller.get(`/changes?limit=${ITEMS}&after=${cursor}`);
  const ms = performance.now() - start;
  const { items } = JSON.parse(page) as { items: unknown[] };
  if (items.length !== ITEMS) throw new Error(`The feed has ${items.length} items, not ${ITEMS}`);
  return ms;
}

/** Adds copies of the oldest entry, each older than the one before. Their ids begin with their times, like all ids. */
async function makeJournalLonger({ client }: Database, entries: number): Promise<void> {
  await client.query(
    `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome, changed_rooms, feed_position,
                                server_started_at)
     SELECT (left(time, 8) || '-' || right(time, 4) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
            received_at, applied_at - n * interval '1 ms', operation, room_id, outcome, changed_rooms, feed_position,
            server_started_at
       FROM (SELECT * FROM journal_entry WHERE changed_rooms IS NOT NULL
              ORDER BY feed_position, applied_at, id LIMIT 1) AS oldest
      CROSS JOIN generate_series(1, $1::integer) AS n
      CROSS JOIN LATERAL lpad(to_hex((extract(epoch FROM applied_at) * 1000)::bigint - n), 12, '0') AS time`,
    [entries],
  );
  await client.query(`VACUUM ANALYZE journal_entry`);
}
