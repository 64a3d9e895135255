import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LinkedPlan } from '../../calendar/calendar-plan';
import type { RestrictionName } from '../../calendar/restrictions';
import { PLACES } from '../../calendar/restrictions';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { keyAt, LAST_KEY, receivedAt } from '../journal/request-id';
import { ADMINISTRATION_OPERATIONS } from '../operations';

/**
 * Changes that were requested longer than this before the first attempt are not found. Only an undo can take so long, in
 * an outage.
 */
const MAX_DURATION_MS = 86_400_000;

/** A date on which a value of a plan was set. */
export interface PlanDate {
  ratePlanId: RatePlanId;
  date: CalendarDate;
}

/** A repeated call, and the changes by people since its first attempt. */
export interface CallWithChanges {
  /** The request id of the first attempt. */
  first: string;
  /** The ids of the entries. */
  changes: readonly string[];
}

/** Selects when the first attempt `$1` took effect; if it was not applied, when it was received. */
export function firstAttempt(received: '$2' | '$3'): string {
  return `
    SELECT coalesce(max(applied_at), ${received}::timestamptz) AS moment, count(*) > 0 AS is_applied
      FROM journal_entry WHERE id = $1::uuid AND outcome = 'applied'`;
}

/**
 * Finds the changes by people since the first attempt. There are few of them, but pushes may have left many states
 * since then. The pairs and `OFFSET 0` make PostgreSQL search each operation by itself, with the index of operations and
 * ids. A search by the ids alone would read every push; with the statistics of a journal that has mostly pushes,
 * PostgreSQL expects no difference.
 */
const FIND_CHANGES = `
  SELECT entry.id
    FROM (${firstAttempt('$2')}) AS first, unnest($3::text[]) AS changed (operation)
   CROSS JOIN LATERAL (
          SELECT id, applied_at FROM journal_entry
           WHERE (operation, id) > (changed.operation, $4::uuid) AND (operation, id) <= (changed.operation, $5::uuid)
           OFFSET 0) AS entry
   WHERE entry.applied_at > first.moment`;

/**
 * Selects the dates on which changes `$5` have changed something of the room `$3` since the first attempt. It looks
 * up the state before each change among the states of the same room. Citus supports this look-up for one room only.
 * @param columns the values of a state
 * @param isChanged whether they differ between `state` and `before`
 */
function changedDates(table: string, columns: string[], selected: string, isChanged: string): string {
  const before = columns.map((column) => `before.${column} AS before_${column}`).join();
  return `
    WITH state AS MATERIALIZED (
      SELECT state.date, ${columns.map((column) => `state.${column}`).join()}, ${before}
        FROM ${table} AS state
        LEFT JOIN LATERAL (
               SELECT ${columns.join()} FROM ${table} AS before
                WHERE before.room_id = $3 AND before.date = state.date AND before.moment < state.moment
                ORDER BY before.moment DESC LIMIT 1) AS before ON true
       WHERE state.room_id = $3 AND state.date = ANY($4::date[])
         AND state.moment > (SELECT moment FROM (${firstAttempt('$2')}) AS first)
         AND state.entry_id = ANY($5::uuid[])
    )
    SELECT DISTINCT ${selected} FROM state${isChanged}`;
}

/** Returns SQL that selects the plans of a state, each with its value and with its value before. */
function changedPlans(table: string, column: string, isOther: string): string {
  return changedDates(
    table,
    ['plan_list_id', column],
    'plan.id AS "ratePlanId", state.date',
    `
      JOIN plan_list AS list ON list.id = state.plan_list_id
      LEFT JOIN plan_list AS before_list ON before_list.id = state.before_plan_list_id
     CROSS JOIN unnest(list.rate_plan_ids, state.${column}) AS plan (id, value)
     CROSS JOIN LATERAL (
            SELECT state.before_${column}[array_position(before_list.rate_plan_ids, plan.id)] AS value) AS before
     WHERE plan.id = ANY($6::bigint[]) AND ${isOther}`,
  );
}

const CHANGED_PRICES = changedPlans(
  'price_state',
  'prices',
  'nullif(plan.value, -1) IS DISTINCT FROM nullif(before.value, -1)',
);
const CHANGED_RESTRICTIONS = changedPlans(
  'restriction_state',
  'restrictions',
  'plan.value / $7::bigint % $8 <> coalesce(before.value, 0) / $7::bigint % $8',
);
const CHANGED_ROOMS_LEFT = changedDates(
  'availability_state',
  ['total_rooms', 'closed'],
  'state.date',
  `
     WHERE CASE WHEN $6 THEN state.total_rooms <> coalesce(state.before_total_rooms, 0)
                ELSE state.closed <> coalesce(state.before_closed, false) END`,
);

/**
 * The SQL of changes by people since the first attempt at a call. They come from the states of the past. The caller locks
 * the rooms.
 */
@Injectable()
export class NewerChangesRepository {
  /** Returns the ids of the changes since the first attempt at a call, in all rooms. */
  async find(manager: EntityManager, first: string): Promise<string[]> {
    const received = receivedAt(first);
    const sinceKey = keyAt(new Date(received.getTime() - MAX_DURATION_MS));
    const values = [first, received, ADMINISTRATION_OPERATIONS, sinceKey, LAST_KEY];
    const rows = await manager.query<{ id: string }[]>(FIND_CHANGES, values);
    return rows.map(({ id }) => id);
  }

  /** Returns the dates on which changes have set prices of the plans. */
  findPrices(
    manager: EntityManager,
    call: CallWithChanges,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
  ): Promise<PlanDate[]> {
    return this.findByRoom(manager, CHANGED_PRICES, call, plans, dates);
  }

  /** Returns the dates on which changes have set a restriction of the plans. */
  findRestrictions(
    manager: EntityManager,
    call: CallWithChanges,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
    name: RestrictionName,
  ): Promise<PlanDate[]> {
    const { unit, values } = PLACES[name];
    return this.findByRoom(manager, CHANGED_RESTRICTIONS, call, plans, dates, unit, values);
  }

  /** Returns the dates on which changes have set the rooms left of a room, or have closed or opened it. */
  async findDates(
    manager: EntityManager,
    { first, changes }: CallWithChanges,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    field: 'roomsLeft' | 'closed',
  ): Promise<CalendarDate[]> {
    if (changes.length === 0) return [];
    const values = [first, receivedAt(first), roomId, dates, changes, field === 'roomsLeft'];
    const rows = await manager.query<{ date: CalendarDate }[]>(CHANGED_ROOMS_LEFT, values);
    return rows.map(({ date }) => date);
  }

  /** Queries the states room by room. @param place the parameters of the statement after the plans */
  private async findByRoom(
    manager: EntityManager,
    statement: string,
    { first, changes }: CallWithChanges,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
    ...place: unknown[]
  ): Promise<PlanDate[]> {
    if (changes.length === 0) return [];
    const found: PlanDate[] = [];
    const planIds = plans.map(({ id }) => id);
    for (const roomId of new Set(plans.map((plan) => plan.roomId))) {
      const values = [first, receivedAt(first), roomId, dates, changes, planIds, ...place];
      found.push(...(await manager.query<PlanDate[]>(statement, values)));
    }
    return found;
  }
}
