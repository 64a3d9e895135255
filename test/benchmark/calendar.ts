import type { Bench } from './bench';
import { pricePush } from './caller';
import { bareCalendar } from './floors';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);
const [FROM = '', TO = ''] = [DAYS[0], DAYS[364]];

/** The calendar of 365 days for a room with eleven plans. */
export async function measureCalendar({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const room = await createRoom(client);
  await caller.push(pricePush(room, DAYS, 100));
  // As autovacuum does in time: without it the statement by hand is planned badly.
  await client.query('ANALYZE rate_room_availability, room_availability');
  const { service, sql } = await inTurn(
    {
      service: () => () => caller.get(`/admin/rooms/${room.id}/calendar?from=${FROM}&to=${TO}`),
      sql: () => () => bareCalendar(client, room, FROM, TO),
    },
    { ...rounds, rounds: rounds.rounds * 4 },
  );
  return [timesRow('calendar_over_json_agg', service, sql)];
}
