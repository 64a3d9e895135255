import type { Bench } from './bench';
import { Caller, pricePush } from './caller';
import { createRooms, daysFromToday, type Room } from './rooms';
import { inTurn } from './rounds';
import { smallTransactions } from './small-transactions';
import type { Row } from './table';
import { ratesRow } from './table';

const DAYS = daysFromToday(3);
const CALLERS = 32;

/** Small pushes: from 32 callers to 32 rooms, from 32 callers to one room, and from one caller. */
export async function measureThroughput({
  service,
  caller,
  database,
  rounds,
  isQuick,
}: Bench): Promise<Row[]> {
  const rooms = await createRooms(database.client, CALLERS);
  for (const room of rooms) await caller.push(pricePush(room, DAYS, 100));
  await database.client.query(`ANALYZE rate_room_availability, room_availability`);
  const oneRoom = rooms.slice(0, 1);
  const callers = new Caller(service, CALLERS);
  // With fewer, each connection prepares its statements more than it runs them, the floor's above all.
  const count = isQuick ? 15 : 25;
  const floor = await smallTransactions(database, rooms, DAYS.length);
  const times = await inTurn(
    {
      rooms: () => {
        const queues = queuesTo(rooms, CALLERS, count);
        return () => callers.pushAll(queues);
      },
      floor: () => () => floor.run(count),
      oneRoom: () => {
        const queues = queuesTo(oneRoom, CALLERS, count);
        return () => callers.pushAll(queues);
      },
      serial: () => {
        const queues = queuesTo(oneRoom, 1, count * 8);
        return () => caller.pushAll(queues);
      },
    },
    rounds,
  );
  callers.close();
  await floor.close();
  const perSecond = (milliseconds: number, pushes = CALLERS * count) => (pushes * 1000) / milliseconds;
  return [
    ratesRow('small_throughput_over_floor', perSecond(times.rooms), perSecond(times.floor), ` ${floor.by}`),
    ratesRow('same_room_over_serial', perSecond(times.oneRoom), perSecond(times.serial, count * 8)),
  ];
}

let price = 100;

/** The pushes of some callers, each to a room of its own as far as there are any, each with another price. */
function queuesTo(rooms: Room[], callers: number, count: number) {
  return Array.from({ length: callers }, (_, n) => {
    const room = rooms[n % rooms.length];
    if (!room) throw new Error('There is no room');
    return Array.from({ length: count }, () => pricePush(room, DAYS, (price += 1)));
  });
}
