import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarField } from '../../calendar/calendar-field';
import { FIELD_LETTERS } from '../../calendar/calendar-field';
import type { LinkedPlan } from '../../calendar/calendar-plan';
import type { RestrictionName } from '../../calendar/restrictions';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { keyAt, receivedAt } from '../journal/request-id';
import type { CallWithChanges, PlanDate } from './newer-changes.repository';
import { firstAttempt, NewerChangesRepository } from './newer-changes.repository';
import { isPush, PUSHES, pushesThatSet } from '../operations';
import { NEWEST_FIRST, selectPart, readNewestFirst } from './newest-first';
import type { EditedField, NewerMessageWrites, NewerWrites, SetCells } from './newer-writes';
import { EDITED_FIELDS } from './newer-writes';
import type { Push } from '../push';

/** A plan and one of its ancestors, with the ancestor's room. A plan also counts as its own ancestor. */
interface Descent {
  ratePlanId: RatePlanId;
  ancestorId: RatePlanId;
  ancestorRoomId: RoomId;
}

/** The maximum difference between the clocks of instances. */
const MAX_SKEW_MS = 60_000;

/**
 * Selects the entries after the first attempt `$1` at a call, in the order of pushes. If the attempt was
 * applied, these took effect later; otherwise they arrived later.
 * A repeat has the place of the call that it repeats.
 * `$2` and `$3` are lower bounds of the search.
 */
const LATER = `
  first AS (${firstAttempt('$3')}
  ), later AS (
    SELECT entry.*
      FROM first, journal_entry AS entry
     WHERE entry.id > $2::uuid AND entry.outcome = 'applied' AND entry.id <> $1
       AND CASE WHEN is_applied THEN entry.applied_at > first.moment AND coalesce(entry.repeat_of > $1, true)
                ELSE coalesce(entry.repeat_of, entry.id) > $1 END`;

/** Skips entries without a set value. They would not change the result, but repeats of a flood may leave many of them. */
const SETS_SOMETHING = 'entry.applied + entry.unchanged + entry.held > 0';

/** A pushed value counts as set even if it was unchanged; `h` is a held price. */
const SET_DATES = `
  unnest(later.dates, string_to_array(lower(later.verdicts), NULL), later.rate_plan_ids,
         string_to_array(later.fields, NULL)) AS record (date, verdict, rate_plan_id, field)`;

/**
 * The SQL of writes since the first attempt at a call, which its repeat must not overwrite. The caller locks
 * the rooms.
 * Pushed values come from journal entries, because states contain only changes. Changes by people come from
 * states. A new record without a price or rooms is no change.
 */
@Injectable()
export class NewerWritesRepository {
  constructor(private readonly changes: NewerChangesRepository) {}

  /** Returns the newer writes to the values that a push sets. */
  async find(
    manager: EntityManager,
    { operation, roomId }: Push,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
    first: string,
  ): Promise<NewerWrites> {
    const none: NewerWrites = { prices: new Map(), restrictions: new Map(), dates: new Set(), fields: [] };
    if (!isPush(operation)) return none;
    const { sets } = PUSHES[operation];
    if (sets === 'room') return { ...none, fields: await this.findFields(manager, first, roomId) };
    const call = await this.findChanges(manager, first);
    switch (sets) {
      case 'roomsLeft':
      case 'closed':
        return { ...none, dates: await this.findDates(manager, call, roomId, dates, sets) };
      case 'price':
        return { ...none, prices: await this.findPrices(manager, call, plans, dates) };
      case 'message':
        return none;
      default:
        return { ...none, restrictions: await this.findRestrictions(manager, call, plans, dates, sets) };
    }
  }

  /** Finds the changes by people, once for all rooms and values of a call. */
  async findChanges(manager: EntityManager, first: string): Promise<CallWithChanges> {
    return { first, changes: await this.changes.find(manager, first) };
  }

  /**
   * Returns the newer writes to the cells that a message sets in a room.
   * @param names the restrictions that it sets
   */
  async findForMessage(
    manager: EntityManager,
    call: CallWithChanges,
    roomId: RoomId,
    plans: readonly LinkedPlan[],
    { dates, names }: { dates: readonly CalendarDate[]; names: readonly RestrictionName[] },
  ): Promise<NewerMessageWrites> {
    const restrictions = new Map<RestrictionName, SetCells>();
    for (const name of names)
      restrictions.set(name, await this.findRestrictions(manager, call, plans, dates, name));
    return {
      dates: await this.findDates(manager, call, roomId, dates, 'roomsLeft'),
      prices: await this.findPrices(manager, call, plans, dates),
      restrictions,
    };
  }

  /**
   * Returns the dates on which prices of the plans were set: pushed to the plan or to one of its ancestors,
   * or changed.
   */
  private async findPrices(
    manager: EntityManager,
    call: CallWithChanges,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
  ): Promise<SetCells> {
    const lineage = await this.findLineage(manager, plans);
    const operations = [...pushesThatSet('price'), 'releaseHeldPrices'];
    const pushed = await this.findPushed(manager, call.first, lineage, dates, 'price', operations);
    const changed = await this.changes.findPrices(manager, call, plans, dates);
    return withChanges(pushed, changed);
  }

  /**
   * Returns each plan with itself and all its ancestors. If a restriction is given, only the ancestors from which the plan
   * inherits it count. It is a separate statement, because Citus does not support recursion together with a distributed table.
   */
  private findLineage(
    manager: EntityManager,
    plans: readonly LinkedPlan[],
    inherited: RestrictionName | null = null,
  ): Promise<Descent[]> {
    return manager.query(
      `WITH RECURSIVE lineage AS (
         SELECT id AS rate_plan_id, id AS ancestor_id, room_id, derived_from_id, derivation
           FROM rate_plan WHERE id = ANY($1::bigint[])
          UNION ALL
         SELECT lineage.rate_plan_id, parent.id, parent.room_id, parent.derived_from_id, parent.derivation
           FROM lineage JOIN rate_plan AS parent ON parent.id = lineage.derived_from_id
          WHERE coalesce(lineage.derivation -> 'inherit' ? $2::text, true)
       )
       SELECT rate_plan_id AS "ratePlanId", ancestor_id AS "ancestorId", room_id AS "ancestorRoomId"
         FROM lineage`,
      [plans.map(({ id }) => id), inherited],
    );
  }

  /**
   * Returns the dates on which a restriction of the plans was set: pushed to the plan or to an ancestor from which it
   * inherits, or changed.
   */
  private async findRestrictions(
    manager: EntityManager,
    call: CallWithChanges,
    plans: readonly LinkedPlan[],
    dates: readonly CalendarDate[],
    name: RestrictionName,
  ): Promise<SetCells> {
    const lineage = await this.findLineage(manager, plans, name);
    const pushed = await this.findPushed(manager, call.first, lineage, dates, name, pushesThatSet(name));
    const changed = await this.changes.findRestrictions(manager, call, plans, dates, name);
    return withChanges(pushed, changed);
  }

  /**
   * Returns the dates on which a value of plans was pushed to them or to their ancestors. Only a price can be held. Entries of
   * messages name several plans, and are found by the room.
   */
  private findPushed(
    manager: EntityManager,
    first: string,
    lineage: readonly Descent[],
    dates: readonly CalendarDate[],
    field: CalendarField,
    operations: readonly string[],
  ): Promise<SetCells> {
    const ratePlanIds = lineage.map(({ ratePlanId }) => ratePlanId);
    const rest = [
      dates,
      ratePlanIds,
      lineage.map(({ ancestorId }) => ancestorId),
      operations,
      FIELD_LETTERS[field],
      [...new Set(lineage.map(({ ancestorRoomId }) => ancestorRoomId))],
    ];
    return readNewestFirst<RatePlanId>(new Set(ratePlanIds).size * dates.length, (before, limit) =>
      manager.query(
        `WITH lineage AS (
           SELECT * FROM unnest($7::bigint[], $8::bigint[]) AS lineage (rate_plan_id, ancestor_id)
         ), ${LATER}
              AND entry.operation = ANY($9::text[]) AND ${SETS_SOMETHING}
              AND (entry.rate_plan_id = ANY (ARRAY(SELECT ancestor_id FROM lineage))
                   OR entry.room_id = ANY($11::bigint[])
                      AND entry.rate_plan_ids && ARRAY(SELECT ancestor_id FROM lineage))
              ${NEWEST_FIRST}
         )${selectPart(`
           SELECT lineage.rate_plan_id, record.date
             FROM later CROSS JOIN ${SET_DATES}
             JOIN lineage ON lineage.ancestor_id = coalesce(record.rate_plan_id, later.rate_plan_id)
            WHERE coalesce(record.field, $10) = $10
              AND (record.verdict IN ('a', 'u') OR (record.verdict = 'h' AND lineage.rate_plan_id = ancestor_id))
              AND record.date = ANY($6::date[])`)}`,
        [...parametersOfLater(first), before, limit, ...rest],
      ),
    );
  }

  /** Returns the dates on which the rooms left of a room were set, or on which it was closed or opened. */
  private async findDates(
    manager: EntityManager,
    call: CallWithChanges,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    field: 'roomsLeft' | 'closed',
  ): Promise<Set<CalendarDate>> {
    const rest = [roomId, dates, pushesThatSet(field), FIELD_LETTERS[field]];
    const pushed = await readNewestFirst<null>(dates.length, (before, limit) =>
      manager.query(
        `WITH ${LATER}
              AND entry.operation = ANY($8::text[]) AND entry.room_id = $6 AND ${SETS_SOMETHING} ${NEWEST_FIRST}
         )${selectPart(`
           SELECT NULL AS rate_plan_id, record.date
             FROM later CROSS JOIN ${SET_DATES}
            WHERE coalesce(record.field, $9) = $9
              AND record.verdict IN ('a', 'u') AND record.date = ANY($7::date[])`)}`,
        [...parametersOfLater(call.first), before, limit, ...rest],
      ),
    );
    const changed = await this.changes.findDates(manager, call, roomId, dates, field);
    return new Set([...(pushed.get(null) ?? []), ...changed]);
  }

  /** Returns the fields of a room that were set: all fields by an edit, only the changed ones by people. */
  private async findFields(manager: EntityManager, first: string, roomId: RoomId): Promise<EditedField[]> {
    const rows = await manager.query<{ field: EditedField }[]>(
      `WITH ${LATER}
            AND entry.room_id = $4
       )
       SELECT field FROM unnest($5::text[]) AS field
        WHERE EXISTS (SELECT FROM later WHERE operation = ANY($6::text[]) OR changes ? field)`,
      [...parametersOfLater(first), roomId, EDITED_FIELDS, pushesThatSet('room')],
    );
    return rows.map(({ field }) => field);
  }
}

/** Adds the dates of changes to those of pushes. */
function withChanges(pushed: SetCells, changed: readonly PlanDate[]): SetCells {
  for (const { ratePlanId, date } of changed) {
    const ofPlan = pushed.get(ratePlanId) ?? new Set();
    pushed.set(ratePlanId, ofPlan.add(date));
  }
  return pushed;
}

function parametersOfLater(first: string): [string, string, Date] {
  const received = receivedAt(first);
  return [first, keyAt(new Date(received.getTime() - MAX_SKEW_MS)), received];
}
