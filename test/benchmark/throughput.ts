import type { Bench } from './bench';
import { BASELINE_RATIO } from './bounds';
import { pricePush } from './caller';
import { createRooms, daysFromToday, type Room } from './rooms';
import type { Way } from './rounds';
import { inTurn } from './rounds';
import { smallTransactions } from './small-transactions';
import type { Row } from './table';
import { ratesRow } from './table';

const DAYS = daysFromToday(3);
const CALLERS = 32;

/** Measures small pushes from 32 callers to 32 rooms, from 32 callers to one room, and from one caller. */
export async function measureThroughput(bench: Bench): Promise<Row[]> {
  const { service, caller, database, rounds, isQuick } = bench;
  const rooms = await createRooms(database.client, CALLERS);
  for (const room of rooms) await caller.push(pricePush(room, DAYS, 100));
  await database.client.query(`ANALYZE rate_room_availability, room_availability`);
  const oneRoom = rooms.slice(0, 1);
  const callers = bench.connect(service, CALLERS);
  // With fewer pushes, preparing the statements of a connection would take longer than running them.
  const count = isQuick ? 15 : 25;
  const floor = await smallTransactions(database, rooms, DAYS.length);
  bench.endLater(() => floor.close());
  const lone = await smallTransactions(database, oneRoom, DAYS.length);
  bench.endLater(() => lone.close());
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
      lone: () => () => lone.run(count * 8),
    },
    rounds,
  );
  const perSecond = (milliseconds: number, pushes = CALLERS * count) => (pushes * 1000) / milliseconds;
  const serial = perSecond(times.serial, count * 8);
  return [
    ratesRow('small_throughput_over_floor', perSecond(times.rooms), perSecond(times.floor), ` ${floor.by}`),
    ratesRow('same_room_over_serial', perSecond(times.oneRoom), serial),
    ratesRow('lone_caller_over_floor', serial, perSecond(times.lone, count * 8), ` ${lone.by}`),
  ];
}

/** Compares one caller that pushes to one room with the version before. */
export async function measureLoneCaller(bench: Bench, before: Bench): Promise<Row[]> {
  const wayOf = async ({ caller, database }: Bench): Promise<Way> => {
    const rooms = await createRooms(database.client, 1);
    return () => {
      const queues = queuesTo(rooms, 1, 100);
      return () => caller.pushAll(queues);
    };
  };
  const times = await inTurn({ now: await wayOf(bench), then: await wayOf(before) }, bench.rounds);
  return [ratesRow(BASELINE_RATIO, 100_000 / times.now, 100_000 / times.then)];
}

let price = 100;

/** The pushes of some callers, each with another price. Callers share a room only if there are fewer rooms. */
function queuesTo(rooms: Room[], callers: number, count: number) {
  return Array.from({ length: callers }, (_, n) => {
    const room = rooms[n % rooms.length];
    if (!room) throw new Error('There is no room');
    return Array.from({ length: count }, () => pricePush(room, DAYS, (price += 1)));
  });
}
