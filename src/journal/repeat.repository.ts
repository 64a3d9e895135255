import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournaledCall, SentContent } from './journaled-call';
import { keyAt } from './request-id';
import { numbersOf } from './verdicts';

/** Whether an entry is of the call that the first six parameters describe. */
const SAME_CALL = `
  entry.room_id = $1 AND entry.operation = $2
    AND entry.rate_plan_id IS NOT DISTINCT FROM $3::bigint AND entry.token_id IS NOT DISTINCT FROM $4::uuid
    AND entry.dates IS NOT DISTINCT FROM $5::date[] AND entry.numbers IS NOT DISTINCT FROM $6::numeric[]`;

/** The SQL of which pushes have failed for their callers although they were applied. */
@Injectable()
export class RepeatRepository {
  /** Has all instances know that a call has failed for its caller; none that was not applied. */
  async recordFailed(manager: EntityManager, requestId: string, failedAt: Date): Promise<void> {
    await manager.query(
      `INSERT INTO undelivered_answer (room_id, entry_id, failed_at)
       SELECT room_id, id, $2 FROM journal_entry WHERE id = $1 AND outcome = 'applied'
           ON CONFLICT DO NOTHING`,
      [requestId, failedAt],
    );
  }

  /** The call that this one repeats: applied on whatever instance, and failed for its caller within these moments. */
  async findFailed(
    manager: EntityManager,
    call: JournaledCall,
    sent: SentContent,
    [start, end]: [Date, Date],
  ): Promise<{ first: string; failedAt: Date } | undefined> {
    const rows = await manager.query<{ first: string; failedAt: Date }[]>(
      `SELECT coalesce(repeat_of, id) AS first, failed_at AS "failedAt"
         FROM undelivered_answer AS undelivered JOIN journal_entry AS entry ON id = entry_id
        WHERE undelivered.room_id = $1 AND failed_at BETWEEN $7 AND $8 AND ${SAME_CALL}
        ORDER BY id DESC
        LIMIT 1`,
      [...parametersOf(call, sent), start, end],
    );
    return rows[0];
  }

  /** Whether the caller has sent the same as this call after a moment, and heard of a success. */
  async isAnswered(
    manager: EntityManager,
    call: JournaledCall,
    sent: SentContent,
    after: Date,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM journal_entry AS entry
        WHERE id > $7 AND id <> $8 AND outcome = 'applied' AND ${SAME_CALL}
          AND NOT EXISTS (SELECT FROM undelivered_answer WHERE room_id = $1 AND entry_id = entry.id)
        LIMIT 1`,
      [...parametersOf(call, sent), keyAt(after), call.id],
    );
    return rows.length > 0;
  }

  /** Deletes what is too old for any repeat to come. */
  async deleteBefore(manager: EntityManager, before: Date): Promise<void> {
    await manager.query(`DELETE FROM undelivered_answer WHERE failed_at < $1`, [before]);
  }
}

function parametersOf({ operation, roomId, ratePlanId, token }: JournaledCall, sent: SentContent): unknown[] {
  return [roomId, operation, ratePlanId, token?.id, sent.dates, numbersOf(sent)];
}
