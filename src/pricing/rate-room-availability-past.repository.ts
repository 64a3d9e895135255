import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CellsToLoad } from '../calendar/cells-to-load';
import { jsonMoment } from '../platform/database/moment-sql';
import type { CellPast, DatedSince, Search } from '../calendar/history/since';
import { parametersForPlan, POSITION } from '../calendar/history/since';
import type { State } from '../calendar/history/state-table';
import { StateTable } from '../calendar/history/state-table';
import { StateRepository } from '../calendar/history/state.repository';
import type { LoadedCells } from '../calendar/loaded-cells';
import type { RoomToRead } from '../calendar/loaded-room';
import { readNumbers } from '../calendar/number-list';
import type { RestrictionName } from '../calendar/restrictions';
import { PLACES } from '../calendar/restrictions';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { Operation } from '../push/operations';
import type { CellPlace } from './cell-place';

/** The values of all plans of a room on a date, from a moment on. */
interface NewestState {
  /** Counted from the first of the dates. */
  day: number;
  planListId: number;
  /** Microseconds, as text. */
  moment: string;
  /** In the order of the list of plans, in the format of `readNumbers`; prices are whole numbers of 1/10,000. */
  values: string;
}

/** The prices or restrictions of a date from a moment on; `values` is the text of an array. */
export type PlanState = State & { planListId: number; values: string };

/** The beginnings of a plan and of the known past of its prices. */
export interface PlanPast {
  knownSince: string;
  began: string;
}

/** A push or a change that set a cell to another value. */
export interface CellChange {
  requestId: string;
  at: string;
  token: string | null;
  operation: Operation;
  /** A price in 1/10,000, null if it is not set; or packed restrictions. */
  value: string | null;
}

/** The cell whose history is read, and where the page begins. */
export interface CellHistoryQuery extends CellPlace {
  /** Only changes before this moment; null for all. */
  before: string | null;
}

/** The states of a value, and the value of a cell without a state. */
const HISTORIES = {
  price: { table: 'price_state', values: 'prices', none: 'NULL' },
  restrictions: { table: 'restriction_state', values: 'restrictions', none: '0' },
} as const;
export type CellValue = keyof typeof HISTORIES;

/**
 * The number of states of a date that one page reads.
 * They include states of the room's other plans, so without a limit a page could read the whole history.
 */
const MAX_SCANNED = 2_000;

export const PRICE_STATE = new StateTable('price_state');
export const RESTRICTION_STATE = new StateTable('restriction_state');

/** The newest states until a moment, with the position of their date. */
const pastValues = (name: string, table: StateTable, values: string) =>
  table.newestStates(
    name,
    `day.date - ($4::date[])[1] AS day, plan_list_id AS "planListId", extract(epoch FROM moment) * 1000000 AS moment,
     array_to_string(${values}, ',', '') AS values`,
  );
const LOAD_PAST_PRICES = pastValues('load_past_prices', PRICE_STATE, 'prices');
const LOAD_PAST_RESTRICTIONS = pastValues('load_past_restrictions', RESTRICTION_STATE, 'restrictions');

const SINCE_NOT_SET = PRICE_STATE.firstStates(
  'find_since_not_set',
  `(prices[${POSITION}] IS NOT NULL OR ${POSITION} IS NULL)`,
);
/** `$9` and `$10` are the place of a restriction in the packed number, `$11` is its value. */
const SINCE_RESTRICTED = RESTRICTION_STATE.firstStates(
  'find_since_restricted',
  `coalesce(restrictions[${POSITION}] / $9::bigint % $10::bigint, 0) <> $11::bigint`,
);

/** Reads the past of prices and restrictions. */
@Injectable()
export class RateRoomAvailabilityPastRepository {
  constructor(private readonly states: StateRepository) {}

  /** Reads cells as they were at a moment. */
  async load(
    manager: EntityManager,
    at: string,
    rooms: readonly RoomToRead[],
    cells: CellsToLoad,
  ): Promise<void> {
    const found = await Promise.all(rooms.map((room) => readStates(manager, at, room, cells.get(room.id))));
    const planListIds = found.flatMap(({ prices, restrictions }) =>
      [...prices, ...restrictions].map(({ planListId }) => planListId),
    );
    const planLists = await this.states.findPlanLists(manager, [...new Set(planListIds)]);
    for (const [index, room] of rooms.entries()) {
      const ofRoom = cells.get(room.id);
      const { prices = [], restrictions = [] } = found[index] ?? {};
      eachValue(prices, planLists, room, (plan, day, price) => {
        ofRoom.setPriceOn(plan, day, price);
      });
      eachValue(restrictions, planLists, room, (plan, day, packed) => {
        if (packed > 0) ofRoom.setRestrictionsOn(plan, day, packed);
      });
    }
  }

  /**
   * Returns, for each of some dates, the states of the prices since a moment in microseconds, and the newest state before
   * that moment.
   */
  listPrices(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<PlanState[]> {
    const columns = 'state.plan_list_id AS "planListId", state.prices::text AS values';
    return manager.query(PRICE_STATE.statesSince(columns), [roomId, dates, first]);
  }

  /** Returns the restrictions in the same way. */
  listRestrictions(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<PlanState[]> {
    const columns = 'state.plan_list_id AS "planListId", state.restrictions::text AS values';
    return manager.query(RESTRICTION_STATE.statesSince(columns), [roomId, dates, first]);
  }

  /** Lists the changes of a cell, newest first: states that differ from the state before. */
  listChanges(
    manager: EntityManager,
    name: CellValue,
    { roomId, ratePlanId, date, before }: CellHistoryQuery,
    { knownSince, began }: PlanPast,
    limit: number,
  ): Promise<CellChange[]> {
    const { table, values, none } = HISTORIES[name];
    return manager.query<CellChange[]>(
      `WITH scanned AS MATERIALIZED (
         SELECT moment, entry_id, plan_list_id, ${values}
           FROM ${table}
          WHERE room_id = $1 AND date = $3 AND moment >= $4::timestamptz
            AND moment < coalesce($5::timestamptz, 'infinity')
          ORDER BY moment DESC LIMIT $7::integer + 1
       )
       SELECT entry.id AS "requestId", ${jsonMoment('moment')} AS at, entry.token, entry.operation, value
         FROM (SELECT moment, entry_id, value, lead(value, 1, ${none}::bigint) OVER newest_first AS earlier_value,
                      row_number() OVER newest_first AS position
                 FROM (SELECT moment, entry_id,
                              coalesce(nullif(${values}[(SELECT array_position(rate_plan_ids, $2::bigint)
                                                           FROM plan_list WHERE id = plan_list_id)], -1),
                                       ${none}) AS value
                         FROM scanned) AS valued
               WINDOW newest_first AS (ORDER BY moment DESC)) AS state
         JOIN journal_entry AS entry ON entry.id = entry_id
        WHERE value IS DISTINCT FROM earlier_value AND position <= $7 AND moment > $6::timestamptz
        ORDER BY moment DESC
        LIMIT $8`,
      [roomId, ratePlanId, date, began, before, knownSince, MAX_SCANNED, limit],
    );
  }

  /** Returns the earliest moment that `listChanges` reads; undefined if it reaches the beginning. */
  async findEndOfScan(
    manager: EntityManager,
    name: CellValue,
    { roomId, date, before }: CellHistoryQuery,
    { began }: PlanPast,
  ): Promise<string | undefined> {
    const rows = await manager.query<{ at: string }[]>(
      `SELECT ${jsonMoment('moment')} AS at
         FROM ${HISTORIES[name].table}
        WHERE room_id = $1 AND date = $2 AND moment >= $3::timestamptz
          AND moment < coalesce($4::timestamptz, 'infinity')
        ORDER BY moment DESC OFFSET $5 LIMIT 1`,
      [roomId, date, began, before, MAX_SCANNED - 1],
    );
    return rows[0]?.at;
  }

  /** Finds, for dates on which a plan has no price, the journal entries since which it has none. */
  findSinceNotSet(manager: EntityManager, past: CellPast, search: Search): Promise<DatedSince[]> {
    return SINCE_NOT_SET.run<DatedSince[]>(manager, parametersForPlan(past, search));
  }

  /** Finds, for dates on which a restriction has a value, the journal entries since which it has this value. */
  findSinceRestricted(
    manager: EntityManager,
    past: CellPast,
    search: Search,
    name: RestrictionName,
    value: number,
  ): Promise<DatedSince[]> {
    const { unit, values } = PLACES[name];
    return SINCE_RESTRICTED.run<DatedSince[]>(manager, [
      ...parametersForPlan(past, search),
      unit,
      values,
      value,
    ]);
  }
}

/** Reads the newest states of a room until a moment. */
async function readStates(
  manager: EntityManager,
  at: string,
  { id, began }: RoomToRead,
  { dates }: LoadedCells,
): Promise<{ prices: NewestState[]; restrictions: NewestState[] }> {
  const parameters = [id, began, at, listText(dates)];
  const [prices, restrictions] = await Promise.all([
    LOAD_PAST_PRICES.run<NewestState[]>(manager, parameters),
    LOAD_PAST_RESTRICTIONS.run<NewestState[]>(manager, parameters),
  ]);
  return { prices, restrictions };
}

/** Visits the values in states that belong to the plans of a room. */
function eachValue(
  states: readonly NewestState[],
  planLists: ReadonlyMap<number, RatePlanId[]>,
  { plans }: RoomToRead,
  visit: (ratePlanId: RatePlanId, day: number, value: number) => void,
): void {
  const beginnings = new Map(plans.map(({ id, began = -Infinity }) => [id, began]));
  for (const { day, planListId, moment, values } of states) {
    const numbers = readNumbers(values);
    planLists.get(planListId)?.forEach((ratePlanId, position) => {
      // An earlier state may belong to another plan with the same id.
      const began = beginnings.get(ratePlanId);
      const value = numbers[position];
      if (began !== undefined && value !== undefined && Number(moment) >= began)
        visit(ratePlanId, day, value);
    });
  }
}
