import type { Bench } from './bench';
import { inventoryPush, pricePush } from './caller';
import { inventoryInSql } from './floors';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);

/** Measures a push of inventory for 730 dates of a room whose eleven plans have prices. */
export async function measureInventory({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const room = await createRoom(client);
  await caller.push(pricePush(room, DAYS, 100));
  await client.query(`ANALYZE rate_room_availability, room_availability`);
  const { push, sql } = await inTurn(
    {
      push: (round) => {
        const inventory = inventoryPush(room, DAYS, 10 + round);
        return () => caller.push(inventory);
      },
      sql: () => () => inventoryInSql(client, room),
    },
    rounds,
  );
  return [timesRow('inventory_over_sql', push, sql)];
}
