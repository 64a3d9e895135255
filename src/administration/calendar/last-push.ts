import type { Outcome } from '../../push/journal/journaled-call';
import { IS_PUSH } from '../../push/operations';
import { jsonMoment } from '../../calendar/history/moment';

/** The last push of a room, and what came of it. */
export interface LastPush {
  requestId: string;
  /** In microseconds: the calendar at this moment is the one after it. */
  at: string;
  outcome: Outcome;
}

/**
 * The last push of a room as JSON, as SQL: the newest of its journal entries, to which an index leads. NULL where there
 * is none.
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
