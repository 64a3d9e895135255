import type { Bench } from './bench';
import { Caller, inventoryPush, pricePush } from './caller';
import { bareInsert } from './floors';
import { createRoomOfPushedPlans, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);

/** An initial sync: the inventory and every plan of a room are sent at once, and none waits for another's answer. */
export async function measureBurst({ service, database: { client }, rounds }: Bench): Promise<Row[]> {
  const caller = new Caller(service, 12);
  const { burst, floor } = await inTurn(
    {
      burst: async () => {
        const room = await createRoomOfPushedPlans(client);
        const prices = room.ratePlanIds.map((plan, n) => pricePush(room, DAYS, 100 + n, plan));
        const pushes = [inventoryPush(room, DAYS, 5), ...prices];
        return () => Promise.all(pushes.map((push) => caller.push(push)));
      },
      floor: async () => {
        const room = await createRoomOfPushedPlans(client);
        return () => bareInsert(client, room, DAYS);
      },
    },
    rounds,
  );
  caller.close();
  return [timesRow('burst_over_floor', burst, floor)];
}
