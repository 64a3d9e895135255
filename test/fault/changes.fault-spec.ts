import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CopiedRooms } from '../support/consumer';
import { Consumer } from '../support/consumer';
import { ServiceProcess, TOKEN } from '../support/service-process';
import { until } from '../support/until';
import { Balancer } from './support/balancer';
import { Callers, summary } from './support/callers';
import type { SeenChange } from './support/feed-reader';
import { FeedReader } from './support/feed-reader';
import { note } from './support/figures';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { PostgresProcess } from './support/postgres-process';

const WRITERS = 64;
/** The pause of each writer between its pushes. */
const PAUSE_MS = 500;
const LONG_TRANSACTION_MS = 1_500;
const ROUNDS = 2;
const ROUND_MS = 2_000;
const DOWN_MS = 1_000;
/** Covers readers that lag behind and pause after a failure, on a busy machine as well. */
const LEVEL_WITHIN_MS = 60_000;
const TIME_LIMIT_MS = 300_000;
const LOOK_MS = 250;

describe('the feed of changes under faults', () => {
  let postgres: PostgresProcess;
  let services: ServiceProcess[];
  let balancer: Balancer;
  let hotel: Hotel;
  let consumer: Consumer;
  const settings = () => ({ DATABASE_URL: postgres.url });
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    services = await Promise.all([1, 2].map(() => ServiceProcess.start(settings())));
    balancer = await Balancer.start(...services.map(({ port }) => port));
    hotel = await openHotel(postgres.url);
    consumer = await Consumer.create(balancer.url, TOKEN);
  });
  afterAll(async () => {
    await consumer.kill9();
    await consumer.remove();
    balancer.stop();
    for (const service of services) await service.terminate();
    await postgres.stop();
  });

  it(
    'Every reader of the feed sees every change once and in order, and the copy of a consumer equals the tables',
    async () => {
      const readers = [
        FeedReader.pages(balancer.url),
        FeedReader.stream(balancer.url),
        FeedReader.reconnectingStream(balancer.url),
      ];
      consumer.start();
      const callers = new Callers(() => balancer.url, hotel, { retries: 2, pauseMs: 1_000 });
      const load = new AbortController();
      const running = [
        holdRooms(load.signal),
        ...Array.from({ length: WRITERS }, () => write(callers, load.signal)),
      ];
      for (let n = 0; n < ROUNDS; n++) {
        await delay(ROUND_MS);
        await consumer.kill9();
        await replaceInstance();
        consumer.start();
        await delay(ROUND_MS);
        await postgres.kill9();
        await delay(DOWN_MS);
        await postgres.comeBack();
      }
      await delay(ROUND_MS);
      load.abort();
      await Promise.all(running);
      await callers.stop();

      const journal = await readJournal();
      note({ ...summary(callers.ledger), changes: journal.length });
      for (const reader of readers) {
        await until(() => reader.seen.length >= journal.length, LEVEL_WITHIN_MS).catch(() => undefined);
        await reader.stop();
        expect([reader.kind, byRoom(reader.seen)]).toEqual([reader.kind, byRoom(journal)]);
      }
      const tables = await readTables();
      const isLevel = async () => {
        await delay(LOOK_MS);
        return differingRooms(await consumer.readCopy(), tables).length === 0;
      };
      await until(isLevel, LEVEL_WITHIN_MS).catch(async () => {
        const differing = differingRooms(await consumer.readCopy(), tables);
        expect({ differing, output: await consumer.output() }).toEqual({ differing: [], output: '' });
      });
    },
    TIME_LIMIT_MS,
  );

  /** Kills an instance, and starts another one in its place. */
  async function replaceInstance(): Promise<void> {
    const [killed, left] = services as [ServiceProcess, ServiceProcess];
    balancer.remove(killed.port);
    await killed.kill9();
    const started = await ServiceProcess.start(settings());
    services = [left, started];
    balancer.add(started.port);
  }

  /** Locks the rooms in turn: transactions that wait for a room stay open, and later ones continue. */
  async function holdRooms(signal: AbortSignal): Promise<void> {
    for (let n = 0; !signal.aborted; n++) {
      const roomId = hotel.rooms[n % 4]?.id;
      await postgres
        .query(
          `SELECT pg_current_xact_id(), pg_sleep($2::float8 / 1000)
             FROM (SELECT FROM room WHERE id = $1 FOR NO KEY UPDATE) AS held`,
          [roomId, LONG_TRANSACTION_MS],
        )
        .catch(() => delay(LOOK_MS)); // The database is away.
    }
  }

  /** Returns which call has changed which room, in the order in which the changes took effect. */
  async function readJournal(): Promise<SeenChange[]> {
    return postgres.query<SeenChange>(
      `SELECT id AS "requestId", changed ->> 'roomId' AS "roomId"
         FROM journal_entry CROSS JOIN json_array_elements(changed_rooms) AS changed
        ORDER BY applied_at, id`,
    );
  }

  /** Returns the content of the tables in the form of the calendar. */
  async function readTables(): Promise<CopiedRooms> {
    const rows = await postgres.query<{ roomId: string; days: CopiedRooms[string] }>(
      `SELECT room_id::text AS "roomId", jsonb_object_agg(date, jsonb_build_object(
                'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms, 'closed', false,
                'prices', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                             'ratePlanId', rate_plan_id::text,
                                             'price', round(price, greatest(2, min_scale(price)))::text)
                                           ORDER BY rate_plan_id)
                                      FROM rate_room_availability AS cell
                                     WHERE cell.room_id = day.room_id AND cell.date = day.date), '[]'))) AS days
         FROM room_availability AS day
        GROUP BY room_id`,
    );
    return Object.fromEntries(rows.map(({ roomId, days }) => [roomId, days]));
  }
});

async function write(callers: Callers, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await callers.send();
    await delay(PAUSE_MS);
  }
}

/** `{ roomId: [request id, …] }` */
function byRoom(changes: SeenChange[]): Record<string, string[]> {
  const rooms: Record<string, string[]> = {};
  for (const { roomId, requestId } of changes) (rooms[roomId] ??= []).push(requestId);
  return rooms;
}

function differingRooms(one: CopiedRooms | undefined, other: CopiedRooms): string[] {
  const ids = new Set([...Object.keys(one ?? {}), ...Object.keys(other)]);
  return [...ids].filter((id) => !isDeepStrictEqual(one?.[id], other[id]));
}
