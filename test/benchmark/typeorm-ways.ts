import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import { openDataSource } from '../support/data-source';
import { RateRoomAvailability } from '../../src/pricing/rate-room-availability.entity';
import type { Bench } from './bench';
import { pricePush } from './caller';
import { createRoom, daysFromToday, type Room } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);
/** The loop takes ten seconds for 730 dates. A quick run measures only this many dates, and multiplies their time. */
const QUICK_DATES = 24;

/**
 * Measures the usual TypeORM code for a push of prices: one transaction on one connection, with known derived prices.
 */
export async function measureTypeOrm(bench: Bench): Promise<Row[]> {
  const { database, caller, rounds, isQuick } = bench;
  const dataSource = await openDataSource(database.url, 1);
  bench.endLater(() => dataSource.destroy());
  const room = await createRoom(database.client);
  await caller.push(pricePush(room, DAYS, 100));
  await database.client.query(`ANALYZE rate_room_availability, room_availability`);
  const service = (round: number) => {
    const prices = pricePush(room, DAYS, 101 + round);
    return () => caller.push(prices);
  };
  const way = (write: typeof loop, cents: number, count: number) => (round: number) => {
    const rows = rowsOf(room, count, `${200 + round}.${cents}`);
    return () => dataSource.transaction((manager) => write(manager, rows));
  };
  const dates = isQuick ? QUICK_DATES : DAYS.length;
  const looped = await inTurn({ service, loop: way(loop, 10, dates) }, { rounds: rounds.rounds, warmUp: 1 });
  const upserted = await inTurn({ service, upsert: way(upsert, 20, DAYS.length) }, rounds);
  return [
    timesRow('loop_over_service', looped.service, (looped.loop * DAYS.length) / dates),
    timesRow('upsert_over_service', upserted.service, upserted.upsert),
  ];
}

type PriceOfDay = Pick<RateRoomAvailability, 'roomId' | 'ratePlanId' | 'date' | 'price'>;

function rowsOf({ id, ratePlanIds }: Room, dates: number, price: string): PriceOfDay[] {
  return DAYS.slice(0, dates).flatMap((date) =>
    ratePlanIds.map((plan) => ({ roomId: id as RoomId, ratePlanId: plan as RatePlanId, date, price })),
  );
}

async function loop(manager: EntityManager, rows: PriceOfDay[]): Promise<void> {
  const repository = manager.getRepository(RateRoomAvailability);
  for (const { price, ...key } of rows) {
    const stored = (await repository.findOneBy(key)) ?? repository.create(key);
    stored.price = price;
    await repository.save(stored);
  }
}

async function upsert(manager: EntityManager, rows: PriceOfDay[]): Promise<void> {
  await manager.getRepository(RateRoomAvailability).upsert(rows, ['roomId', 'ratePlanId', 'date']);
}
