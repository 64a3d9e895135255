import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PushOperation } from '../../push/operations';

/** Figures that only the database knows, for all instances together. */
export interface DatabaseFigures {
  queuedMails: number;
  failedMails: number;
  loggedMails: number;
  unconfirmedMails: number;
  /** How long the oldest waiting mail has been due. */
  oldestMailSeconds: number;
  ratePlansWithHeldPrices: number;
  /** The arrival of the last push that was neither refused nor failed; null before the first one. */
  lastPushAt: Date | null;
}

/** Reads the figures in one statement. */
@Injectable()
export class DatabaseFiguresRepository {
  async read(manager: EntityManager, operations: readonly PushOperation[]): Promise<DatabaseFigures> {
    const [figures] = await manager.query<[DatabaseFigures]>(
      `SELECT (count(*) FILTER (WHERE state = 'queued'))::integer AS "queuedMails",
              (count(*) FILTER (WHERE state = 'failed'))::integer AS "failedMails",
              (count(*) FILTER (WHERE state = 'logged'))::integer AS "loggedMails",
              (count(*) FILTER (WHERE state = 'unconfirmed'))::integer AS "unconfirmedMails",
              coalesce(greatest(extract(epoch FROM clock_timestamp() - min(due_at) FILTER (WHERE state = 'queued')),
                                0), 0)::double precision AS "oldestMailSeconds",
              (SELECT count(*) FROM rate_plan WHERE has_held_prices)::integer AS "ratePlansWithHeldPrices",
              (SELECT received_at FROM journal_entry
                WHERE operation = ANY ($1) AND outcome NOT IN ('refused', 'failed')
                ORDER BY id DESC
                LIMIT 1) AS "lastPushAt"
         FROM notification`,
      [operations],
    );
    return figures;
  }
}
