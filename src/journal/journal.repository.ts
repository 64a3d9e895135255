import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import { PreparedStatement } from '../database/prepared-statement';
import type { Outcome, JournaledCall, CallResult } from './journaled-call';
import { verdictLetters } from './verdicts';
import { receivedAt } from './request-id';

const RECORD_CALL = new PreparedStatement(
  'record_call',
  `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, rate_plan_id, token, outcome, received,
                     applied, unchanged, skipped, duration_ms, dates, numbers, verdicts, changes, problem, body,
                     notice)
   SELECT $1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9, $10, $11,
          extract(epoch FROM clock_timestamp() - $2::timestamptz) * 1000, $12, $13, $14, $15, $16, $17, $18
    WHERE $19::uuid IS NULL
       OR EXISTS (SELECT FROM access_token
                   WHERE id = $19 AND revoked_at IS NULL
                     AND (expires_at IS NULL OR expires_at > clock_timestamp()))
   RETURNING 1`,
);

/** The SQL of the journal. */
@Injectable()
export class JournalRepository {
  /**
   * Writes the entry of a call, unless its access token has been revoked or has expired meanwhile. The
   * token is checked in this statement because it is the one that every push pays anyway.
   * @returns whether it was written
   */
  async record(manager: EntityManager, push: JournaledCall, result: CallResult): Promise<boolean> {
    const verdicts = verdictLetters(result);
    const count = (letter: RegExp) => verdicts.match(letter)?.length ?? 0;
    const rows = await RECORD_CALL.run<unknown[]>(manager, [
      push.id,
      receivedAt(push.id),
      push.operation,
      push.roomId,
      push.ratePlanId,
      push.token?.name,
      result.outcome,
      verdicts.length,
      count(/a/gi),
      count(/u/gi),
      count(/s/gi),
      datesOf(result),
      result.received && `{${result.received.numbers.join()}}`,
      result.received && verdicts,
      result.changes,
      result.problem,
      result.body,
      result.notice,
      push.token?.id,
    ]);
    return rows.length === 1;
  }

  /** What a change by people was about that was committed under this request id; undefined where none was. */
  async findChange(
    manager: EntityManager,
    requestId: string,
  ): Promise<{ roomId: RoomId; ratePlanId: RatePlanId | null } | undefined> {
    const rows = await manager.query<{ roomId: RoomId; ratePlanId: RatePlanId | null }[]>(
      `SELECT room_id AS "roomId", rate_plan_id AS "ratePlanId" FROM journal_entry WHERE id = $1`,
      [requestId],
    );
    return rows[0];
  }

  /** How a push ended that was committed under this request id; undefined where none was. */
  async findOutcome(manager: EntityManager, requestId: string): Promise<Outcome | undefined> {
    const rows = await manager.query<{ outcome: Outcome }[]>(
      `SELECT outcome FROM journal_entry WHERE id = $1`,
      [requestId],
    );
    return rows[0]?.outcome;
  }
}

/** The dates of the records as they came; of a changed derivation, the first and the last that it recalculated. */
function datesOf({ received, recalculated }: CallResult): string | undefined {
  if (received) return `{${received.dates.join()}}`;
  return recalculated && `{${recalculated.from},${recalculated.to}}`;
}
