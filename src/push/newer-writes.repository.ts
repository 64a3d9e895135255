import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LinkedPlan } from '../calendar/calendar-plan';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { keyAt, receivedAt } from './journal/request-id';
import { isPush, PUSH_OPERATIONS, PUSHES, pushesThatSet } from './operations';
import type { EditedField, NewerWrites, SetPrices } from './newer-writes';
import { EDITED_FIELDS } from './newer-writes';
import type { Push } from './push';

/** The maximum difference between the clocks of instances. */
const MAX_SKEW_MS = 60_000;

/**
 * Selects the entries after the first attempt `$1` at a call, in the order of pushes. If the attempt was
 * applied, these took effect later; otherwise they arrived later.
 * A repeat has the place of the call that it repeats.
 * `$2` and `$3` are lower bounds of the search.
 */
const LATER = `
  first AS (
    SELECT coalesce(max(applied_at), $3::timestamptz) AS moment, count(*) > 0 AS is_applied
      FROM journal_entry WHERE id = $1::uuid AND outcome = 'applied'
  ), later AS (
    SELECT entry.*
      FROM first, journal_entry AS entry
     WHERE entry.id > $2::uuid AND entry.outcome = 'applied' AND entry.id <> $1
       AND CASE WHEN is_applied THEN entry.applied_at > first.moment AND coalesce(entry.repeat_of > $1, true)
                ELSE coalesce(entry.repeat_of, entry.id) > $1 END`;

/** A pushed value counts as set even if it was unchanged; `h` is a held price. */
const SET_DATES = `unnest(later.dates, string_to_array(lower(later.verdicts), NULL)) AS record (date, verdict)`;

/**
 * The SQL of writes since the first attempt at a call, which its repeat must not overwrite. The caller locks
 * the rooms.
 * Pushed values come from journal entries, because states contain only changes. Changes by people come from
 * states. A new record without a price or rooms is no change.
 */
@Injectable()
export class NewerWritesRepository {
  /** Returns the newer writes to the values that a push sets. */
  async find(
    manager: EntityManager,
    { operation, roomId }: Push,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
    first: string,
  ): Promise<NewerWrites> {
    const none: NewerWrites = { prices: new Map(), dates: new Set(), fields: [] };
    if (!isPush(operation)) return none;
    const { sets } = PUSHES[operation];
    switch (sets) {
      case 'inventory':
        return { ...none, dates: await this.findInventory(manager, first, roomId, dates) };
      case 'prices':
        return { ...none, prices: await this.findPrices(manager, first, plans, dates) };
      case 'room':
        return { ...none, fields: await this.findFields(manager, first, roomId) };
    }
  }

  /**
   * Returns the dates on which prices of the plans were set: pushed to the plan or to one of its ancestors,
   * or changed.
   */
  private async findPrices(
    manager: EntityManager,
    first: string,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
  ): Promise<SetPrices> {
    const lineage = await this.findLineage(manager, plans);
    const rows = await manager.query<{ ratePlanId: RatePlanId; date: CalendarDate }[]>(
      `WITH lineage AS (
         SELECT * FROM unnest($8::bigint[], $9::bigint[]) AS lineage (rate_plan_id, ancestor_id)
       ), ${LATER}
            AND entry.operation = ANY($10::text[])
            AND entry.rate_plan_id = ANY (ARRAY(SELECT ancestor_id FROM lineage))
       )
       SELECT lineage.rate_plan_id AS "ratePlanId", record.date
         FROM later JOIN lineage ON lineage.ancestor_id = later.rate_plan_id
        CROSS JOIN ${SET_DATES}
        WHERE (record.verdict IN ('a', 'u') OR (record.verdict = 'h' AND lineage.rate_plan_id = ancestor_id))
          AND record.date = ANY($6::date[])
        UNION
       SELECT plan.id, state.date
         FROM first
        CROSS JOIN price_state AS state
         JOIN journal_entry AS entry ON entry.id = state.entry_id AND entry.operation <> ALL($7::text[])
         JOIN price_layout AS layout ON layout.id = state.layout_id
        CROSS JOIN unnest(layout.rate_plan_ids, state.prices) AS plan (id, price)
         LEFT JOIN LATERAL (
                SELECT before.prices[array_position(before_layout.rate_plan_ids, plan.id)] AS price
                  FROM price_state AS before JOIN price_layout AS before_layout ON before_layout.id = before.layout_id
                 WHERE before.room_id = state.room_id AND before.date = state.date AND before.moment < state.moment
                 ORDER BY before.moment DESC LIMIT 1) AS before ON true
        WHERE state.room_id = ANY($4::bigint[]) AND state.date = ANY($6::date[]) AND state.moment > first.moment
          AND plan.id = ANY($5::bigint[]) AND nullif(plan.price, -1) IS DISTINCT FROM nullif(before.price, -1)`,
      [
        ...placeOf(first),
        [...new Set(plans.map(({ roomId }) => roomId))],
        plans.map(({ id }) => id),
        dates,
        PUSH_OPERATIONS,
        lineage.map(({ ratePlanId }) => ratePlanId),
        lineage.map(({ ancestorId }) => ancestorId),
        [...pushesThatSet('prices'), 'releaseHeldPrices'],
      ],
    );
    const found: SetPrices = new Map();
    for (const { ratePlanId, date } of rows) {
      const ofPlan = found.get(ratePlanId) ?? new Set();
      found.set(ratePlanId, ofPlan.add(date));
    }
    return found;
  }

  /**
   * Returns each plan with itself and all its ancestors.
   * It is a separate statement, because Citus does not support recursion together with a distributed table.
   */
  private findLineage(
    manager: EntityManager,
    plans: readonly LinkedPlan[],
  ): Promise<{ ratePlanId: RatePlanId; ancestorId: RatePlanId }[]> {
    return manager.query(
      `WITH RECURSIVE lineage AS (
         SELECT id AS rate_plan_id, id AS ancestor_id, derived_from_id
           FROM rate_plan WHERE id = ANY($1::bigint[])
          UNION ALL
         SELECT lineage.rate_plan_id, parent.id, parent.derived_from_id
           FROM lineage JOIN rate_plan AS parent ON parent.id = lineage.derived_from_id
       )
       SELECT rate_plan_id AS "ratePlanId", ancestor_id AS "ancestorId" FROM lineage`,
      [plans.map(({ id }) => id)],
    );
  }

  /** Returns the dates on which the rooms left of a room were set. */
  private async findInventory(
    manager: EntityManager,
    first: string,
    roomId: RoomId,
    dates: readonly CalendarDate[],
  ): Promise<Set<CalendarDate>> {
    const rows = await manager.query<{ date: CalendarDate }[]>(
      `WITH ${LATER}
            AND entry.operation = ANY($7::text[]) AND entry.room_id = $4
       )
       SELECT record.date
         FROM later CROSS JOIN ${SET_DATES}
        WHERE record.verdict IN ('a', 'u') AND record.date = ANY($5::date[])
        UNION
       SELECT state.date
         FROM first
        CROSS JOIN availability_state AS state
         JOIN journal_entry AS entry ON entry.id = state.entry_id AND entry.operation <> ALL($6::text[])
         LEFT JOIN LATERAL (
                SELECT total_rooms FROM availability_state AS before
                 WHERE before.room_id = state.room_id AND before.date = state.date AND before.moment < state.moment
                 ORDER BY before.moment DESC LIMIT 1) AS before ON true
        WHERE state.room_id = $4 AND state.date = ANY($5::date[]) AND state.moment > first.moment
          AND state.total_rooms <> coalesce(before.total_rooms, 0)`,
      [...placeOf(first), roomId, dates, PUSH_OPERATIONS, pushesThatSet('inventory')],
    );
    return new Set(rows.map(({ date }) => date));
  }

  /** Returns the fields of a room that were set: all fields by an edit, only the changed ones by people. */
  private async findFields(manager: EntityManager, first: string, roomId: RoomId): Promise<EditedField[]> {
    const rows = await manager.query<{ field: EditedField }[]>(
      `WITH ${LATER}
            AND entry.room_id = $4
       )
       SELECT field FROM unnest($5::text[]) AS field
        WHERE EXISTS (SELECT FROM later WHERE operation = ANY($6::text[]) OR changes ? field)`,
      [...placeOf(first), roomId, EDITED_FIELDS, pushesThatSet('room')],
    );
    return rows.map(({ field }) => field);
  }
}

/** The parameters of `LATER`. */
function placeOf(first: string): [string, string, Date] {
  const received = receivedAt(first);
  return [first, keyAt(new Date(received.getTime() - MAX_SKEW_MS)), received];
}
