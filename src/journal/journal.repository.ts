import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Outcome, Push } from './push';

/** The SQL of the journal. */
@Injectable()
export class JournalRepository {
  /**
   * Writes the entry of a push, unless its access token has been revoked or has expired meanwhile. The
   * token is checked in this statement because it is the one that every push pays anyway.
   * @returns whether it was written
   */
  async record(manager: EntityManager, push: Push, outcome: Outcome): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO push (id, received_at, applied_at, operation, room_id, rate_plan_id, token, outcome)
       SELECT $1, $2, clock_timestamp(), $3, $4, $5, $6, $7
        WHERE $8::uuid IS NULL
           OR EXISTS (SELECT FROM access_token
                       WHERE id = $8 AND revoked_at IS NULL
                         AND (expires_at IS NULL OR expires_at > clock_timestamp()))
       RETURNING 1`,
      [
        push.id,
        push.receivedAt,
        push.operation,
        push.roomId,
        push.ratePlanId,
        push.token?.name,
        outcome,
        push.token?.id,
      ],
    );
    return rows.length === 1;
  }

  /** How a push ended that was committed under this request id; undefined where none was. */
  async findOutcome(manager: EntityManager, requestId: string): Promise<Outcome | undefined> {
    const rows = await manager.query<{ outcome: Outcome }[]>(`SELECT outcome FROM push WHERE id = $1`, [
      requestId,
    ]);
    return rows[0]?.outcome;
  }
}
