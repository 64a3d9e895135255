import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { listText } from '../../platform/database/list-text';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { Write } from '../../platform/database/write';
import { write } from '../../platform/database/write';
import type { CellPrice } from '../../calendar/cell';
import type { CellsToLoad } from '../../calendar/cells-to-load';
import type { DatedRecords, NeededValues, RecordCount } from '../../calendar/dated-records';
import type { HeldChange } from '../../calendar/held-rows';
import type { RoomCalendar } from '../../calendar/room-calendar';
import { jsonMoment } from '../../platform/database/moment-sql';
import type { CellPlace } from '../cell-place';
import { placeColumns, placeKey } from '../cell-place';
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

/** A date before all others: with it, no held price is deleted for its age. */
const NEVER = '-infinity' as CalendarDate;
/** A held price with its amount as the driver returns a bigint. */
type HeldRow = Omit<HeldPriceOfCell, 'held'> & { held: string };

const COLUMNS = `
  held.room_id AS "roomId", held.rate_plan_id AS "ratePlanId", held.date::text, (held.price * 10000)::bigint AS held,
  held.reason, held.entry_id AS "requestId", ${jsonMoment('held.held_at')} AS "heldAt"`;

/** The held prices of some rooms, each between two dates. Citus finds the workers by the list of rooms. */
const LOAD_HELD = new PreparedStatement(
  'load_held_prices',
  `SELECT ${COLUMNS}
     FROM unnest($1::bigint[], $2::date[], $3::date[]) AS room (id, first, last)
     JOIN held_price AS held ON held.room_id = room.id AND held.date BETWEEN room.first AND room.last
    WHERE held.room_id = ANY ($1::bigint[])`,
);

/** Deletes the records that a push or a decision removes, and those before `$4`. */
const DELETE_REMOVED = new PreparedStatement(
  'delete_removed_held_prices',
  `DELETE FROM held_price
    WHERE room_id = $1 AND rate_plan_id = $2 AND (date = ANY ($3::text::date[]) OR date < $4::date)`,
);

const INSERT_HELD = new PreparedStatement(
  'insert_held_prices',
  `INSERT INTO held_price (room_id, rate_plan_id, date, price, reason, entry_id, held_at)
   SELECT $1, $2, date, price * 0.0001, reason, entry_id, held_at
     FROM unnest($3::date[], $4::bigint[], $5::text[], $6::uuid[], $7::timestamptz[])
            AS held (date, price, reason, entry_id, held_at)`,
);

/** A push reads the flag instead of the table: most plans have no held prices. */
const SET_FLAG = new PreparedStatement(
  'set_has_held_prices',
  `UPDATE rate_plan SET has_held_prices = NOT has_held_prices
    WHERE room_id = $1 AND id = $2
      AND has_held_prices <> EXISTS (SELECT 1 FROM held_price WHERE room_id = $1 AND rate_plan_id = $2)`,
);

/** Reads and writes held prices, which have no past: a journal entry says what became of each. */
@Injectable()
export class HeldPriceRepository implements DatedRecords {
  readonly past = [];

  constructor(
    @InjectRepository(HeldPrice) private readonly heldPrices: Repository<HeldPrice>,
    private readonly availabilities: RateRoomAvailabilityRepository,
  ) {}

  async load(manager: EntityManager, cells: CellsToLoad, { withHeld }: NeededValues): Promise<void> {
    if (!withHeld) return;
    const rooms = [...cells.all].filter(([, { dates }]) => dates.length > 0);
    const ids = rooms.map(([id]) => id);
    const firsts = rooms.map(([, { ends }]) => ends[0]);
    const lasts = rooms.map(([, { ends }]) => ends.at(-1));
    const rows = await LOAD_HELD.run<HeldRow[]>(manager, [ids, firsts, lasts]);
    for (const { roomId, ratePlanId, date, held: price, reason, requestId: entryId, heldAt } of rows)
      cells.get(roomId).held.load(ratePlanId, date, { price: Number(price), reason, entryId, heldAt });
  }

  /** Held prices are loaded with their plans and dates. */
  complete(): Promise<void> {
    return Promise.resolve();
  }

  /** The past of held prices is not known. */
  loadPast(): Promise<void> {
    return Promise.resolve();
  }

  valueWrites(calendars: readonly RoomCalendar[]): Write[] {
    return calendars.flatMap(({ roomId, held }) =>
      held.changes.flatMap((change) => writesOfPlan(roomId, change)),
    );
  }

  stateWrites(): Write[] {
    return [];
  }

  recordAll(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async count(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<RecordCount[]> {
    const count = await manager.withRepository(this.heldPrices).countBy(keyOf(roomId, ratePlanId));
    return [{ count, noun: 'held price' }];
  }

  async deleteAll(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void> {
    await manager.withRepository(this.heldPrices).delete(keyOf(roomId, ratePlanId));
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
    // Citus refuses a statement that has the filters of this list and also joins the prices.
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
         FROM unnest($1::bigint[], $2::date[], $3::bigint[]) AS place (room_id, date, rate_plan_id)
         JOIN held_price AS held
           ON held.room_id = ANY ($1::bigint[]) AND held.room_id = place.room_id
          AND held.date = place.date AND held.rate_plan_id = place.rate_plan_id`,
      placeColumns(places),
    );
    return new Map(rows.map((row) => [placeKey(row), { ...row, held: Number(row.held) }]));
  }
}

/** Selects the held prices of a plan, or of a room with all its plans. */
function keyOf(roomId: RoomId, ratePlanId: RatePlanId | undefined) {
  return { roomId, ...(ratePlanId && { ratePlanId }) };
}

function writesOfPlan(roomId: RoomId, { ratePlanId, cells, before = NEVER }: HeldChange): Write[] {
  const held = [...cells].flatMap(([date, cell]) => (cell ? [{ date, ...cell }] : []));
  const columns = [
    listText(held.map(({ date }) => date)),
    listText(held.map(({ price }) => price)),
    listText(held.map(({ reason }) => reason)),
    listText(held.map(({ entryId }) => entryId)),
    listText(held.map(({ heldAt }) => heldAt)),
  ];
  return [
    write(DELETE_REMOVED, [roomId, ratePlanId, listText([...cells.keys()]), before]),
    ...(held.length > 0 ? [write(INSERT_HELD, [roomId, ratePlanId, ...columns])] : []),
    write(SET_FLAG, [roomId, ratePlanId]),
  ];
}
