import type { Bench } from './bench';
import { pricePush } from './caller';
import type { Database } from './database';
import type { Room } from './rooms';
import { createRooms, daysFromToday } from './rooms';
import { inTurn, percentile99 } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(31);
const [FROM = '', TO = ''] = [DAYS[0], DAYS.at(-1)];
const FEW = 1_000;
const MANY = 100_000;
const OTHER_ROOMS = 32;
const READERS = 8;
const PUSHES_A_ROUND = 200;

/** Measures reads of the past after few pushes and after many, each with its own database and service. */
export async function measureHistory(bench: Bench): Promise<Row[]> {
  const { rounds } = bench;
  const few = await fill(bench, 'few_pushes', FEW);
  const many = await fill(bench, 'many_pushes', MANY);
  const reads = { ...rounds, rounds: rounds.rounds * 10 };
  const calendars = await inTurn(
    {
      few: () => () => few.caller.get(few.asOf),
      many: () => () => many.caller.get(many.asOf),
      present: () => () => few.caller.get(few.calendar),
    },
    reads,
  );
  const stories = await inTurn(
    { few: () => () => few.caller.get(few.story), many: () => () => many.caller.get(many.story) },
    reads,
  );
  const beside = await measureBeside(bench, many, Math.ceil(rounds.rounds / 4));
  return [
    timesRow('as_of_growth', calendars.many, calendars.few),
    timesRow('as_of_over_calendar', calendars.few, calendars.present),
    timesRow('story_growth', stories.many, stories.few),
    timesRow('push_beside_history', beside.history, beside.calendar),
  ];
}

/** The time in which 99 of 100 small pushes are done while others read the past, or the present calendar. */
async function measureBeside(
  bench: Bench,
  { asOf, story, calendar, others, service }: Filled,
  count: number,
) {
  const pusher = bench.connect(service, 1);
  const readers = bench.connect(service, READERS);
  const times = { history: [] as number[], calendar: [] as number[] };
  const pushBeside = async (
    pathsOf: (reader: number) => string,
    into: number[] | undefined,
    round: number,
  ) => {
    let isReading = true;
    const reading = Array.from({ length: READERS }, async (_, reader) => {
      while (isReading) await readers.get(pathsOf(reader));
    });
    for (let n = 0; n < PUSHES_A_ROUND; n++) {
      const room = others[n % others.length] as Room;
      const push = pricePush(room, DAYS.slice(0, 3), 101 + round * PUSHES_A_ROUND + n);
      const start = performance.now();
      await pusher.push(push);
      into?.push(performance.now() - start);
    }
    isReading = false;
    await Promise.all(reading);
  };
  for (let round = 0; round <= count; round++) {
    // The first round warms up.
    await pushBeside(
      (reader) => (reader % 2 ? asOf : story),
      round > 0 ? times.history : undefined,
      2 * round,
    );
    await pushBeside(() => calendar, round > 0 ? times.calendar : undefined, 2 * round + 1);
  }
  return { history: percentile99(times.history), calendar: percentile99(times.calendar) };
}

type Filled = Awaited<ReturnType<typeof fill>>;

/** Fills a room with the past of this many pushes of three dates, as the service stores it. */
async function fill(bench: Bench, name: string, pushes: number) {
  const database = await bench.createDatabase(name);
  const [room, ...others] = await createRooms(database.client, 1 + OTHER_ROOMS);
  if (!room) throw new Error('There is no room');
  const service = await bench.startService(database.settings);
  const caller = bench.connect(service, 1);
  for (const each of [room, ...others]) await caller.push(pricePush(each, DAYS, 100));
  const at = await insertPushes(database, room, pushes);
  const calendar = `/admin/rooms/${room.id}/calendar?from=${FROM}&to=${TO}`;
  const story = `/admin/ratePlans/${room.ratePlanIds[0]}/prices/${DAYS[10]}?limit=50`;
  return { service, caller, others, calendar, asOf: `${calendar}&at=${at}`, story };
}

/** @returns a moment in the middle of the pushes */
async function insertPushes({ client }: Database, room: Room, count: number): Promise<string> {
  const parameters = [room.id, room.ratePlanIds[0], FROM, count];
  await client.query(
    `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, rate_plan_id, token, outcome, received,
                                applied, dates, numbers, verdicts)
     SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now() + n * interval '1 ms',
            now() + n * interval '1 ms', 'updateCalendarPrices', $1, $2, 'bench', 'applied', 3, 3,
            ARRAY[$3::date + n * 3 % 31, $3::date + (n * 3 + 1) % 31, $3::date + (n * 3 + 2) % 31],
            ARRAY[100, 101, 102], 'aaa'
       FROM generate_series(1, $4::integer) AS n`,
    parameters,
  );
  await client.query(
    `INSERT INTO price_state (room_id, date, plan_list_id, moment, entry_id, prices)
     SELECT $1, $2::date + (n * 3 + day) % 31, list.id, now() + n * interval '1 ms',
            ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
            ARRAY(SELECT 1000000 + n * 100 + day + plan FROM generate_series(1, 11) AS plan)
       FROM plan_list AS list, generate_series(1, $3::integer) AS n, generate_series(0, 2) AS day
      WHERE list.room_id = $1
      ORDER BY n, day`,
    [room.id, FROM, count],
  );
  await client.query(`VACUUM (ANALYZE) journal_entry, price_state, availability_state, room_availability`);
  await client.query(`VACUUM (ANALYZE) rate_room_availability, rate_plan, room`);
  const { rows } = await client.query<{ at: Date }>(
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY moment) AS at FROM price_state WHERE room_id = $1`,
    [room.id],
  );
  return rows[0]?.at.toISOString() ?? '';
}
