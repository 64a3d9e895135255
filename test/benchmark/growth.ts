import type { Bench } from './bench';
import { pricePush } from './caller';
import { createRooms, daysFromToday, fillRooms, type Room } from './rooms';
import { bareCalendars } from './floors';
import type { Rounds } from './rounds';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);
const PRICES_A_ROOM = DAYS.length * 11;
const FEW_ROOMS = Math.ceil(100_000 / PRICES_A_ROOM);
const MANY_ROOMS = Math.ceil(20_000_000 / PRICES_A_ROOM);
const QUICK_ROOMS = 60;
const ROOMS_A_PAGE = 30;
const [FROM = '', TO = ''] = [DAYS[0], DAYS[30]];

type Filled = Awaited<ReturnType<typeof fill>>;

/** Compares a push into a large table with a push into a small one, and measures the calendars of the large one. */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const { rounds, isQuick } = bench;
  const large = await fill(bench, 'large', isQuick ? QUICK_ROOMS : MANY_ROOMS);
  const rows = [await measureCalendars(large, { ...rounds, rounds: rounds.rounds * 4 })];
  if (!isQuick) {
    const small = await fill(bench, 'small', FEW_ROOMS);
    rows.push(await measurePushes(small, large, rounds));
  }
  return rows;
}

/** Reads the prices of 31 days of 30 rooms with eleven plans each. Each round reads other rooms. */
function measureCalendars({ rooms, caller, database: { client } }: Filled, rounds: Rounds): Promise<Row> {
  const startOf = (round: number) => (round * ROOMS_A_PAGE) % (rooms.length - ROOMS_A_PAGE);
  return inTurn(
    {
      service: (round) => {
        const start = startOf(round);
        const cursor = start === 0 ? '' : `&cursor=${rooms[start - 1]?.id}`;
        const path = `/admin/calendar?from=${FROM}&to=${TO}&limit=${ROOMS_A_PAGE}${cursor}`;
        return () => caller.get(path);
      },
      sql: (round) => {
        const start = startOf(round);
        const page = rooms.slice(start, start + ROOMS_A_PAGE);
        return () => bareCalendars(client, page, FROM, TO);
      },
    },
    rounds,
  ).then(({ service, sql }) => timesRow('calendar_of_many_rooms', service, sql));
}

/**
 * Measures the same push into a small table and into a large one, each with its own service. Equally many rooms of both
 * take turns. The rooms of the large table lie far apart.
 */
async function measurePushes(small: Filled, large: Filled, rounds: Rounds): Promise<Row> {
  const push =
    ({ rooms, caller }: Filled) =>
    (round: number) => {
      const step = Math.floor(rooms.length / FEW_ROOMS);
      const room = rooms[(round % FEW_ROOMS) * step];
      if (!room) throw new Error('There is no room');
      const prices = pricePush(room, DAYS, 101 + round);
      return () => caller.push(prices);
    };
  const times = await inTurn(
    { small: push(small), large: push(large) },
    { rounds: rounds.rounds * 2, warmUp: FEW_ROOMS * 2 },
  );
  return timesRow('growth', times.large, times.small);
}

async function fill(bench: Bench, name: string, count: number) {
  const database = await bench.createDatabase(name);
  const rooms: Room[] = await createRooms(database.client, count);
  await fillRooms(database.client, DAYS.length);
  const caller = bench.connect(await bench.startService(database.settings), 1);
  return { rooms, caller, database };
}
