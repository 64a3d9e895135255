import type { Bench } from './bench';
import { pricePush } from './caller';
import { channexMessage, priceChange, siteConnectRates } from './messages';
import type { Room } from './rooms';
import { createRoom, createRooms, daysFromToday, nameHotels } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { ratesRow, timesRow } from './table';

const LONG = daysFromToday(750);
const SHORT = daysFromToday(3);
const CALLERS = 32;

/** The pushes of operation 2 in the words of the dialects. */
export async function measureDialects(bench: Bench): Promise<Row[]> {
  return [await measureRates(bench), await measureChanges(bench)];
}

async function measureRates({ database: { client }, caller, rounds }: Bench): Promise<Row> {
  const [room, other] = [await createRoom(client), await createRoom(client)];
  await nameHotels(client, [other]);
  await caller.push(pricePush(room, LONG, 100));
  await caller.push(pricePush(other, LONG, 100));
  await client.query(`ANALYZE rate_room_availability, room_availability`);
  const times = await inTurn(
    {
      message: (round) => {
        const push = siteConnectRates(other.id, other, LONG, 101 + round);
        return () => caller.push(push);
      },
      operation: (round) => {
        const push = pricePush(room, LONG, 101 + round);
        return () => caller.push(push);
      },
    },
    rounds,
  );
  return timesRow('siteconnect_rates_over_prices', times.message, times.operation);
}

async function measureChanges(bench: Bench): Promise<Row> {
  const { database, service, caller, rounds, isQuick } = bench;
  const rooms = await createRooms(database.client, CALLERS);
  await nameHotels(database.client, rooms);
  for (const room of rooms) await caller.push(pricePush(room, SHORT, 100));
  await database.client.query(`ANALYZE rate_room_availability, room_availability`);
  const callers = bench.connect(service, CALLERS);
  const count = isQuick ? 15 : 25;
  let price = 100;
  const queues = <T>(pushOf: (room: Room) => T) =>
    rooms.map((room) => Array.from({ length: count }, () => pushOf(room)));
  const times = await inTurn(
    {
      messages: () => {
        const all = queues((room) =>
          channexMessage(
            room.id,
            SHORT.map((date, n) =>
              priceChange(room, room.ratePlanIds[0], [date, date], (price += 1) + n * 0.25),
            ),
          ),
        );
        return () => callers.pushAll(all);
      },
      operation: () => {
        const all = queues((room) => pricePush(room, SHORT, (price += 1)));
        return () => callers.pushAll(all);
      },
    },
    rounds,
  );
  const perSecond = (milliseconds: number) => (CALLERS * count * 1_000) / milliseconds;
  return ratesRow('channex_over_operation', perSecond(times.messages), perSecond(times.operation));
}
