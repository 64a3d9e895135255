import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import { daysOfAPage } from '../../calendar/history/days-of-a-page';

/** The days of a page, as lists of numbers; the days themselves as numbers from the first of the range on. */
export interface DaysOfRoom {
  id: RoomId;
  days: string | null;
  totalRooms: string | null;
  occupiedRooms: string | null;
  nextCursor: CalendarDate | null;
}

/** The prices of a plan on the days with a record, as lists of `readNumbers`. */
export interface PricesOfPlan {
  id: RatePlanId;
  days: string | null;
  prices: string | null;
}

/** The last day of the page behind `$4` that begins with `$2` and ends with `$3` at the latest. */
const LAST_DAY = `
  coalesce((SELECT date FROM room_availability
             WHERE room_id = $1 AND date BETWEEN $2 AND $3 AND date > $4
             ORDER BY date LIMIT 1
            OFFSET ${daysOfAPage('(SELECT count(*) FROM rate_plan WHERE room_id = $1)')} - 1), $3::date)`;

const FIND_DAYS = new PreparedStatement(
  'find_days_of_calendar',
  `WITH last AS MATERIALIZED (SELECT ${LAST_DAY} AS date)
   SELECT room.id, page.days, page.total_rooms AS "totalRooms", page.occupied_rooms AS "occupiedRooms",
          (SELECT date::text FROM last
            WHERE EXISTS (SELECT FROM room_availability AS further
                           WHERE room_id = $1 AND further.date > last.date AND further.date <= $3)) AS "nextCursor"
     FROM room
    CROSS JOIN LATERAL (
            SELECT string_agg((date - $2::date)::text, ',' ORDER BY date) AS days,
                   string_agg(total_rooms::text, ',' ORDER BY date) AS total_rooms,
                   string_agg(occupied_rooms::text, ',' ORDER BY date) AS occupied_rooms
              FROM room_availability
             WHERE room_id = $1 AND date BETWEEN $2 AND $3 AND date > $4 AND date <= (SELECT date FROM last)) AS page
    WHERE room.id = $1`,
);

/** Plan by plan, as the key has them: to group by dates what is sorted by plans takes several times as long. */
const FIND_PRICES = new PreparedStatement(
  'find_prices_of_calendar',
  `WITH last AS MATERIALIZED (SELECT ${LAST_DAY} AS date)
   SELECT plan.id, cells.days, cells.prices
     FROM rate_plan AS plan
    CROSS JOIN LATERAL (
            SELECT string_agg((date - $2::date)::text, ',' ORDER BY date) AS days,
                   string_agg(coalesce(price::text, ''), ',' ORDER BY date) AS prices
              FROM rate_room_availability
             WHERE room_id = $1 AND rate_plan_id = plan.id
               AND date BETWEEN $2 AND $3 AND date > $4 AND date <= (SELECT date FROM last)) AS cells
    WHERE plan.room_id = $1
    ORDER BY plan.id`,
);

/** The SQL of the calendar of a room. */
@Injectable()
export class CalendarRepository {
  /** @param after only days behind this one @returns undefined where the room does not exist */
  async findDays(
    manager: EntityManager,
    roomId: RoomId,
    range: DateRange,
    after: string | undefined,
  ): Promise<DaysOfRoom | undefined> {
    const [found] = await FIND_DAYS.run<DaysOfRoom[]>(manager, parametersOf(roomId, range, after));
    return found;
  }

  /** Of the same days, in the order of the plans' ids. */
  findPrices(
    manager: EntityManager,
    roomId: RoomId,
    range: DateRange,
    after: string | undefined,
  ): Promise<PricesOfPlan[]> {
    return FIND_PRICES.run<PricesOfPlan[]>(manager, parametersOf(roomId, range, after));
  }
}

function parametersOf(roomId: RoomId, { from, to }: DateRange, after = '-infinity'): unknown[] {
  return [roomId, from, to, after];
}
