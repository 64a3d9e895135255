import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../dates/calendar-date';
import type { DateRange } from '../dates/date-range';
import type { RatePlanId, RoomId } from '../database/id';
import type { Changes, Operation } from '../journal/journaled-call';

/** What every entry of the journal has. */
export interface EntryRow {
  requestId: string;
  at: Date;
  /** `at` in microseconds, which a Date does not keep. */
  sequence: string;
  token: string | null;
  operation: Operation;
  roomId: RoomId;
  ratePlanId: RatePlanId;
}

/** A push as far as it changed dates of a range. */
export interface PushRow extends EntryRow {
  /** Date and number of each record that was accepted; null where none is within the range. */
  records: [CalendarDate, string][] | null;
}

/** A change of a rate plan. */
export interface RuleRow extends EntryRow {
  changes: Changes;
  /** The first and the last date that were recalculated. */
  dates: [CalendarDate, CalendarDate] | null;
}

const SEQUENCE = `(extract(epoch FROM applied_at) * 1000000)::bigint`;
const RULE_OPERATIONS = `('createRatePlan', 'changeRatePlan', 'deleteRatePlan')`;

/** The SQL of what the journal tells about the past. */
@Injectable()
export class HistoryRepository {
  async roomExists(manager: EntityManager, roomId: RoomId): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`SELECT FROM room WHERE id = $1`, [roomId]);
    return rows.length === 1;
  }

  /** The plans that a room has, or had as far as the journal reaches. */
  async findPlansEver(manager: EntityManager, roomId: RoomId): Promise<RatePlanId[]> {
    const rows = await manager.query<{ id: RatePlanId }[]>(
      `SELECT id FROM rate_plan WHERE room_id = $1
        UNION
       SELECT rate_plan_id FROM journal_entry WHERE room_id = $1 AND operation IN ${RULE_OPERATIONS}`,
      [roomId],
    );
    return rows.map(({ id }) => id);
  }

  /** Every change of these plans, the oldest first. */
  async loadRuleChanges(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<RuleRow[]> {
    return manager.query<RuleRow[]>(
      `SELECT id AS "requestId", applied_at AS at, token, operation, room_id AS "roomId",
              ${SEQUENCE} AS sequence,
              rate_plan_id AS "ratePlanId", changes, dates::text[] AS dates
         FROM journal_entry
        WHERE rate_plan_id = ANY($1::bigint[]) AND outcome = 'applied' AND operation IN ${RULE_OPERATIONS}
        ORDER BY applied_at, id`,
      [ratePlanIds],
    );
  }

  /** The pushes of prices to these plans and of inventory to these rooms, the oldest first. */
  async loadPushes(
    manager: EntityManager,
    ratePlanIds: RatePlanId[],
    roomIds: RoomId[],
    { from, to }: DateRange,
  ): Promise<PushRow[]> {
    return manager.query<PushRow[]>(
      `SELECT id AS "requestId", applied_at AS at, token, operation, room_id AS "roomId",
              ${SEQUENCE} AS sequence,
              rate_plan_id AS "ratePlanId",
              (SELECT json_agg(json_build_array(record.date, record.number::text))
                 FROM unnest(dates, numbers, string_to_array(lower(verdicts), NULL)) AS record (date, number, verdict)
                WHERE record.date BETWEEN $3 AND $4 AND record.verdict IN ('a', 'u')) AS records
         FROM journal_entry
        WHERE outcome = 'applied'
          AND (operation = 'updateCalendarPrices' AND rate_plan_id = ANY($1::bigint[])
            OR operation = 'updateCalendarInventory' AND room_id = ANY($2::bigint[]))
        ORDER BY applied_at, id`,
      [ratePlanIds, roomIds, from, to],
    );
  }
}
