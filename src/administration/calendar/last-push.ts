import type { Outcome } from '../../push/journal/journaled-call';
import { IS_PUSH } from '../../push/operations';
import { jsonMoment } from '../../platform/database/moment-sql';

/** The last push of a room and its outcome. */
export interface LastPush {
  requestId: string;
  /** In microseconds; the calendar at this moment already contains the change. */
  at: string;
  outcome: Outcome;
}

/**
 * Returns SQL that selects the last push of a room as JSON, or NULL if there is none. An index finds the
 * entry.
 * @param until a condition on `id` and `applied_at`
 */
export function lastPushOf(roomId: string, until = 'true'): string {
  return `
    (SELECT json_build_object('requestId', id, 'at', ${jsonMoment('applied_at')}, 'outcome', outcome)
       FROM journal_entry
      WHERE room_id = ${roomId} AND ${until}
        AND ${IS_PUSH}
      ORDER BY id DESC
      LIMIT 1)`;
}
