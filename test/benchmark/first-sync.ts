import type { Bench } from './bench';
import { inventoryPush, pricePush } from './caller';
import { firstSyncInSql } from './floors';
import { createRoomOfPushedPlans, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);

/** Measures the first synchronisation of a room: its inventory and eleven plans at once, over twelve connections. */
export async function measureFirstSync(bench: Bench): Promise<Row[]> {
  const { database, service, rounds } = bench;
  const caller = bench.connect(service, 12);
  const { pushes, sql } = await inTurn(
    {
      pushes: async () => {
        const room = await createRoomOfPushedPlans(database.client);
        const prices = room.ratePlanIds.map((plan, n) => pricePush(room, DAYS, 100 + n, plan));
        const all = [inventoryPush(room, DAYS, 5), ...prices];
        return () => Promise.all(all.map((push) => caller.push(push)));
      },
      sql: async () => {
        const room = await createRoomOfPushedPlans(database.client);
        return () => firstSyncInSql(database.client, room, DAYS);
      },
    },
    rounds,
  );
  return [timesRow('first_sync_over_sql', pushes, sql)];
}
