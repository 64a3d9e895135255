import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DeletedBatch, ExpiringRecords, Retention } from '../../platform/jobs/expiring-records';
import type { JournaledCall, PushPayload } from '../journal/journaled-call';
import { keyAt } from '../journal/request-id';
import { numbersOf } from '../journal/verdicts';

/** Whether an entry belongs to the call that the first six parameters describe. */
const SAME_CALL = `
  entry.room_id = $1 AND entry.operation = $2
    AND entry.rate_plan_id IS NOT DISTINCT FROM $3::bigint AND entry.token_id IS NOT DISTINCT FROM $4::uuid
    AND entry.dates IS NOT DISTINCT FROM $5::date[] AND entry.numbers IS NOT DISTINCT FROM $6::numeric[]`;

/** The maximum number of attempts with the same content. */
const MAX_ATTEMPTS = 30;
/** Longer than any LATE_ARRIVAL_SECONDS. */
const KEPT_MS = 3_600_000;

/** An attempt at a call that failed for its caller, who may therefore retry it. */
export interface FailedCall {
  /** The request id of this attempt. */
  id: string;
  /** The request id of the first known attempt, whose place in the order all others take. */
  originalRequestId: string;
  failedAt: Date;
}

/** An attempt whose caller has received a success. */
export interface SuccessfulAttempt {
  id: string;
  repeatOf: string | null;
}

/** The SQL of pushes that were applied but failed for their callers. */
@Injectable()
export class FailedCallRepository implements ExpiringRecords {
  readonly retention: Retention = { noun: 'failed calls', lock: 'failedCallRetention', keptMs: KEPT_MS };

  /**
   * Records, for all instances, that an applied call failed for its caller; it ignores calls that were not
   * applied. Its lock makes the deletion of a sandbox wait.
   */
  async record(manager: EntityManager, requestId: string, failedAt: Date): Promise<void> {
    await manager.query(
      `INSERT INTO failed_call (room_id, entry_id, failed_at)
       SELECT room_id, id, $2 FROM journal_entry WHERE id = $1 AND outcome = 'applied' FOR KEY SHARE
           ON CONFLICT DO NOTHING`,
      [requestId, failedAt],
    );
  }

  /**
   * Returns the attempts that this call may repeat, oldest first: they were applied on any instance, and
   * failed for their callers within the given moments. `OFFSET 0` makes PostgreSQL look up each of them by its id, even
   * without statistics: comparing the contents of all calls for the room takes long.
   */
  async find(
    manager: EntityManager,
    call: JournaledCall,
    sent: PushPayload,
    [start, end]: [Date, Date],
  ): Promise<FailedCall[]> {
    return manager.query<FailedCall[]>(
      `SELECT entry.id, coalesce(repeat_of, entry.id) AS "originalRequestId", failed_at AS "failedAt"
         FROM failed_call AS failed
        CROSS JOIN LATERAL (
                SELECT * FROM journal_entry WHERE id = failed.entry_id AND room_id = $1 OFFSET 0) AS entry
        WHERE failed.room_id = $1 AND failed_at BETWEEN $7 AND $8 AND ${SAME_CALL}
        ORDER BY entry.id
        LIMIT $9`,
      [...parametersOf(call, sent), start, end, MAX_ATTEMPTS],
    );
  }

  /**
   * Returns the attempts with this content that came after a moment and whose caller has received a success: for
   * each repeated call, its newest attempt; and the newest attempt that its instance took for a new call, because the
   * instance knew of no failure.
   */
  async findSuccesses(
    manager: EntityManager,
    call: JournaledCall,
    sent: PushPayload,
    since: Date,
  ): Promise<SuccessfulAttempt[]> {
    return manager.query<SuccessfulAttempt[]>(
      `SELECT DISTINCT ON (repeat_of) id, repeat_of AS "repeatOf" FROM journal_entry AS entry
        WHERE id > $7 AND id <> $8 AND outcome = 'applied' AND ${SAME_CALL}
          AND NOT EXISTS (SELECT FROM failed_call WHERE room_id = $1 AND entry_id = entry.id)
        ORDER BY repeat_of, id DESC`,
      [...parametersOf(call, sent), keyAt(since), call.id],
    );
  }

  async deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch> {
    const [, count] = await manager.query<[unknown, number]>(`DELETE FROM failed_call WHERE failed_at < $1`, [
      before,
    ]);
    return { count, isLast: true };
  }
}

function parametersOf({ operation, roomId, ratePlanId, token }: JournaledCall, sent: PushPayload): unknown[] {
  return [roomId, operation, ratePlanId, token?.id, sent.dates, numbersOf(sent)];
}
