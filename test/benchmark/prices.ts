import type { Bench } from './bench';
import { pricePush } from './caller';
import { bareInsert, bareUpdate } from './floors';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);

/** Measures a push of 730 dates to a plan with ten derived plans, if every price changes, and if none does. */
export async function measureUpdates({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const room = await createRoom(client);
  const unchangedRoom = await createRoom(client);
  const same = pricePush(unchangedRoom, DAYS, 100);
  await caller.push(pricePush(room, DAYS, 100));
  await caller.push(same);
  await client.query(`ANALYZE rate_room_availability, room_availability`);
  const { push, floor, unchanged } = await inTurn(
    {
      push: (round) => {
        const prices = pricePush(room, DAYS, 101 + round);
        return () => caller.push(prices);
      },
      floor: () => () => bareUpdate(client, room),
      unchanged: () => () => caller.push(same),
    },
    rounds,
  );
  return [
    timesRow('update_over_floor', push, floor),
    timesRow('unchanged_over_update_floor', unchanged, floor),
  ];
}

/** Measures the first push of 730 dates to a plan with ten derived plans, which creates all records. */
export async function measureInserts({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const { push, floor } = await inTurn(
    {
      push: async () => {
        const prices = pricePush(await createRoom(client), DAYS, 100);
        return () => caller.push(prices);
      },
      floor: async () => {
        const room = await createRoom(client);
        return () => bareInsert(client, room, DAYS);
      },
    },
    rounds,
  );
  return [timesRow('insert_over_floor', push, floor)];
}

/**
 * Compares a push of two distant dates with a push of two adjacent dates. The distant dates are sent to the database with
 * all days between them.
 */
export async function measureSparse({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const room = await createRoom(client);
  await caller.push(pricePush(room, DAYS, 100));
  const pushed = (days: number[]) => (round: number) => {
    const dates = days.flatMap((day) => DAYS[day] ?? []);
    const prices = pricePush(room, dates, 101 + round);
    return () => caller.push(prices);
  };
  const { sparse, dense } = await inTurn({ sparse: pushed([0, 700]), dense: pushed([300, 301]) }, rounds);
  return [timesRow('sparse_over_dense', sparse, dense)];
}
