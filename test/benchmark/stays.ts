import { addDays } from '../../src/platform/dates/calendar-date';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { Bench } from './bench';
import { inventoryPush, pricePush } from './caller';
import { blackoutPush, stayPush } from './restrictions';
import type { Room } from './rooms';
import { createRooms, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const NIGHTS = daysFromToday(30);
const [ARRIVAL = '' as CalendarDate] = NIGHTS;
const DAYS = daysFromToday(31);
const DEPARTURE = addDays(ARRIVAL, NIGHTS.length);
const WEEK = 7;
const MONTH = 30;
const YEAR = 365;
/** The past is kept for this many days by default. */
const RETENTION = 800;

/**
 * Measures the call that asks why 30 nights cannot be booked. Their rooms left, prices and restrictions have changed
 * each day, and they have been closed for some days. The service searches the changes of these days for the cause.
 */
export async function measureStays(bench: Bench): Promise<Row[]> {
  const { rounds } = bench;
  const year = await fill(bench, YEAR, YEAR);
  const longest = await fill(bench, RETENTION, RETENTION);
  const few = await fill(bench, MONTH, WEEK);
  const many = await fill(bench, RETENTION, WEEK);
  await bench.database.client.query(
    `VACUUM (ANALYZE) rate_room_availability, room_availability, price_state, availability_state, restriction_state`,
  );
  const asked = (path: string) => () => () => bench.caller.get(path);
  const times = await inTurn(
    { year: asked(year), longest: asked(longest), few: asked(few), many: asked(many) },
    { ...rounds, rounds: rounds.rounds * 8 },
  );
  return [
    { name: 'stay_milliseconds', ratio: times.year, service: await knownCauses(bench, year) },
    { name: 'stay_longest_milliseconds', ratio: times.longest, service: await knownCauses(bench, longest) },
    timesRow('stay_growth', times.many, times.few),
  ];
}

async function knownCauses({ caller }: Bench, path: string): Promise<string> {
  const { reasons } = JSON.parse(await caller.get(path)) as { reasons: { since: unknown }[] };
  return `${reasons.filter(({ since }) => since).length} of ${reasons.length} causes`;
}

/**
 * @param changes how often the values of a date have changed, once a day
 * @param closed the number of changes since the room was closed
 * @returns the path of the call
 */
async function fill(
  { database: { client }, caller }: Bench,
  changes: number,
  closed: number,
): Promise<string> {
  const [room] = (await createRooms(client, 1)) as [Room];
  await caller.push(pricePush(room, DAYS, 100));
  await caller.push(inventoryPush(room, DAYS, 5));
  await caller.push(blackoutPush(room, DAYS, true));
  await caller.push(stayPush(room, DAYS, 'Min', 40));
  // This inserts change by change, like pushes, so that the states of a date are on different pages.
  const states = `FROM generate_series(1, $3::integer) AS n, generate_series(0, 30) AS day`;
  const values = [room.id, ARRIVAL, changes];
  await client.query(
    `INSERT INTO availability_state (room_id, date, total_rooms, closed, moment, entry_id)
     SELECT $1, $2::date + day, 5 + n % 9, n > $3 - $4::integer, now() + n * interval '1 ms',
            (SELECT entry_id FROM availability_state WHERE room_id = $1 AND closed LIMIT 1) ${states}
      ORDER BY n, day`,
    [...values, closed],
  );
  for (const [table, column, value] of [
    ['price_state', 'prices', '1000000 + n'],
    ['restriction_state', 'restrictions', '40 * 8 + (n % 9 + 2) * 8388608'],
  ] as const)
    await client.query(
      `INSERT INTO ${table} (room_id, date, plan_list_id, moment, entry_id, ${column})
       SELECT $1, $2::date + day, (SELECT id FROM plan_list WHERE room_id = $1), now() + n * interval '1 ms',
              gen_random_uuid(), array_fill((${value})::bigint, ARRAY[11]) ${states}
        ORDER BY n, day`,
      values,
    );
  return `/admin/stays?ratePlanId=${room.ratePlanIds[0]}&arrival=${ARRIVAL}&departure=${DEPARTURE}&adults=2`;
}
