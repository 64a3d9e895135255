import type { Bench } from './bench';
import { Caller, pricePush } from './caller';
import { createRooms, daysFromToday, fillRooms, type Room } from './rooms';
import { inTurn } from './rounds';
import { ServiceProcess } from '../support/service-process';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);
const PRICES_A_ROOM = DAYS.length * 11;
const FEW_ROOMS = Math.ceil(100_000 / PRICES_A_ROOM);
const MANY_ROOMS = Math.ceil(20_000_000 / PRICES_A_ROOM);

/**
 * The same push into a small table and into a large one, each with a service of its own. As many rooms are pushed
 * in turn in both; those in the large one lie far apart.
 */
export async function measureGrowth({ server, rounds }: Bench): Promise<Row[]> {
  const small = await fill(server, 'small', FEW_ROOMS);
  const large = await fill(server, 'large', MANY_ROOMS);
  const push =
    ({ rooms, caller }: typeof small) =>
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
  await small.close();
  await large.close();
  return [timesRow('growth', times.large, times.small)];
}

async function fill(server: Bench['server'], name: string, count: number) {
  const database = await server.createDatabase(name);
  const rooms: Room[] = await createRooms(database.client, count);
  await fillRooms(database.client, DAYS.length);
  const service = await ServiceProcess.start(database.settings);
  const caller = new Caller(service, 1);
  const close = async () => {
    caller.close();
    await service.terminate();
    await database.close();
  };
  return { rooms, caller, close };
}
