import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournaledCall, SentContent } from './journaled-call';
import { keyAt } from './request-id';
import { numbersOf } from './verdicts';

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

  /** Whether the caller has sent the same as this call after a moment, and heard of a success. */
  async isAnswered(
    manager: EntityManager,
    { id, operation, roomId, ratePlanId, token }: JournaledCall,
    sent: SentContent,
    after: Date,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM journal_entry AS entry
        WHERE room_id = $1 AND id > $2 AND id <> $3 AND outcome = 'applied' AND operation = $4
          AND rate_plan_id IS NOT DISTINCT FROM $5::bigint AND token_id IS NOT DISTINCT FROM $6::uuid
          AND dates IS NOT DISTINCT FROM $7::date[] AND numbers IS NOT DISTINCT FROM $8::numeric[]
          AND NOT EXISTS (SELECT FROM undelivered_answer WHERE room_id = $1 AND entry_id = entry.id)
        LIMIT 1`,
      [roomId, keyAt(after), id, operation, ratePlanId, token?.id, sent.dates, numbersOf(sent)],
    );
    return rows.length > 0;
  }

  /** Deletes what is too old for any repeat to come. */
  async deleteBefore(manager: EntityManager, before: Date): Promise<void> {
    await manager.query(`DELETE FROM undelivered_answer WHERE failed_at < $1`, [before]);
  }
}
