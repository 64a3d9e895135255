import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Between, Repository } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { listText } from '../../platform/database/list-text';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { Write } from '../../platform/database/write';
import type { CellPrice } from '../../calendar/cell';
import type { Moment } from '../../calendar/history/moment';
import { jsonMoment } from '../../calendar/history/moment';
import type { DatedRecord } from '../../push/dated-array';
import type { CellPlace } from '../cell-place';
import { placeColumns, placeKey } from '../cell-place';
import type { RatePlan } from '../rate-plans/rate-plan.entity';
import { RateRoomAvailabilityRepository } from '../rate-room-availability.repository';
import { HeldPrice } from './held-price.entity';
import type { HeldReason } from '../../calendar/price-guard';

/** A pushed price that is held, and the price that its cell keeps, which is null if none is stored. */
export interface HeldRecord {
  date: CalendarDate;
  price: CellPrice | null;
  held: CellPrice;
  reason: HeldReason;
}

/** A held price in the list. */
export interface ListedHeldPrice extends CellPlace, HeldRecord {
  requestId: string;
  heldAt: string;
}

/** A held price without the price that its cell keeps. */
export type HeldPriceOfCell = Omit<ListedHeldPrice, 'price'>;

/** Selects held prices; a filter that is left out matches every price. */
export interface HeldPriceFilter {
  propertyName?: string;
  roomId?: RoomId;
  ratePlanId?: RatePlanId;
  after?: CellPlace;
}

type PlanKey = Pick<RatePlan, 'id' | 'roomId'>;
/** A held price with its amount as the driver returns a bigint. */
type HeldRow = Omit<HeldPriceOfCell, 'held'> & { held: string };

const COLUMNS = `
  held.room_id AS "roomId", held.rate_plan_id AS "ratePlanId", held.date::text, (held.price * 10000)::bigint AS held,
  held.reason, held.entry_id AS "requestId", ${jsonMoment('held.held_at')} AS "heldAt"`;

/** Deletes the records that a push replaces, and those that are too old to be released. */
const DELETE_REPLACED = new PreparedStatement(
  'delete_replaced_held_prices',
  `DELETE FROM held_price
    WHERE room_id = $1 AND rate_plan_id = $2 AND (date = ANY ($3::text::date[]) OR date < $4)`,
);

const INSERT_HELD = new PreparedStatement(
  'insert_held_prices',
  `INSERT INTO held_price (room_id, rate_plan_id, date, price, reason, entry_id, held_at)
   SELECT $1, $2, date, price * 0.0001, reason, $6, $7
     FROM unnest($3::date[], $4::bigint[], $5::text[]) AS held (date, price, reason)`,
);

/** A push reads the flag instead of the table: most plans have no held prices. */
const SET_FLAG = new PreparedStatement(
  'set_has_held_prices',
  `UPDATE rate_plan SET has_held_prices = NOT has_held_prices
    WHERE room_id = $1 AND id = $2
      AND has_held_prices <> EXISTS (SELECT 1 FROM held_price WHERE room_id = $1 AND rate_plan_id = $2)`,
);

/** The SQL of held prices. The caller locks the room before a change. */
@Injectable()
export class HeldPriceRepository {
  constructor(
    @InjectRepository(HeldPrice) private readonly heldPrices: Repository<HeldPrice>,
    private readonly availabilities: RateRoomAvailabilityRepository,
  ) {}

  /**
   * Returns the statements that store the held prices of a push and replace earlier ones on its dates.
   * @param earliest the first date that can be updated
   */
  writesOf(
    { id, roomId }: PlanKey,
    dates: readonly CalendarDate[],
    held: readonly HeldRecord[],
    { at, entryId }: Pick<Moment, 'entryId'> & { at: string | undefined },
    earliest: CalendarDate,
  ): Write[] {
    const inserted = [
      listText(held.map(({ date }) => date)),
      listText(held.map((record) => record.held)),
      listText(held.map(({ reason }) => reason)),
    ];
    return [
      { statement: DELETE_REPLACED, values: [roomId, id, listText(dates), earliest] },
      ...(held.length > 0
        ? [{ statement: INSERT_HELD, values: [roomId, id, ...inserted, entryId, at] }]
        : []),
      { statement: SET_FLAG, values: [roomId, id] },
    ];
  }

  /**
   * Deletes the held prices of a plan on some dates and returns them, ordered by date.
   * @param heldBy the pushes whose held prices are deleted; undefined for all
   */
  async take(
    manager: EntityManager,
    { id, roomId }: PlanKey,
    { from, to }: DateRange,
    heldBy: readonly string[] | undefined,
  ): Promise<DatedRecord<CellPrice>[]> {
    const rows = await manager.query<{ date: CalendarDate; price: string }[]>(
      `WITH taken AS (
         DELETE FROM held_price
          WHERE room_id = $1 AND rate_plan_id = $2 AND date BETWEEN $3 AND $4
            AND ($5::uuid[] IS NULL OR entry_id = ANY ($5))
         RETURNING date, price
       )
       SELECT date, (price * 10000)::bigint AS price FROM taken ORDER BY date`,
      [roomId, id, from, to, heldBy],
    );
    await SET_FLAG.run(manager, [roomId, id]);
    return rows.map(({ date, price }) => ({ date, value: Number(price) }));
  }

  /** Returns the number of held prices of a plan on some dates. */
  async count(manager: EntityManager, { id, roomId }: PlanKey, { from, to }: DateRange): Promise<number> {
    return manager
      .withRepository(this.heldPrices)
      .countBy({ roomId, ratePlanId: id, date: Between(from, to) });
  }

  /** Lists held prices after `after`, by room, plan and date. */
  async list(
    manager: EntityManager,
    { propertyName, roomId, ratePlanId, after }: HeldPriceFilter,
    limit: number,
  ): Promise<ListedHeldPrice[]> {
    const rows = await manager.query<HeldRow[]>(
      `SELECT ${COLUMNS}
         FROM held_price AS held
        WHERE ($1::bigint IS NULL OR held.room_id = $1)
          AND ($2::bigint IS NULL OR (held.rate_plan_id = $2
                                      AND held.room_id = (SELECT room_id FROM rate_plan WHERE id = $2)))
          AND ($3::bigint IS NULL OR (held.room_id, held.rate_plan_id, held.date) > ($3, $4::bigint, $5::date))
          AND ($7::text IS NULL OR held.room_id IN (SELECT id FROM room WHERE property_name = $7))
        ORDER BY held.room_id, held.rate_plan_id, held.date
        LIMIT $6`,
      [roomId, ratePlanId, after?.roomId, after?.ratePlanId, after?.date, limit, propertyName],
    );
    // Citus refuses to join the prices to the list with its filters.
    const prices = await this.availabilities.findPrices(manager, rows);
    return rows.map((row) => ({
      ...row,
      held: Number(row.held),
      price: prices.get(placeKey(row)) ?? null,
    }));
  }

  /** Returns the held prices of cells, by `placeKey`. */
  async findOn(manager: EntityManager, places: readonly CellPlace[]): Promise<Map<string, HeldPriceOfCell>> {
    const rows = await manager.query<HeldRow[]>(
      `SELECT ${COLUMNS}
         FROM unnest($1::bigint[], $2::bigint[], $3::date[]) AS place (room_id, rate_plan_id, date)
         JOIN held_price AS held
           ON held.room_id = ANY ($1::bigint[]) AND held.room_id = place.room_id
          AND held.rate_plan_id = place.rate_plan_id AND held.date = place.date`,
      placeColumns(places),
    );
    return new Map(rows.map((row) => [placeKey(row), { ...row, held: Number(row.held) }]));
  }

  countOfPlan(manager: EntityManager, { id, roomId }: PlanKey): Promise<number> {
    return manager.withRepository(this.heldPrices).countBy({ roomId, ratePlanId: id });
  }

  /** Deletes all held prices of a plan. */
  async deleteOfPlan(manager: EntityManager, { id, roomId }: PlanKey): Promise<void> {
    await manager.withRepository(this.heldPrices).delete({ roomId, ratePlanId: id });
  }
}
