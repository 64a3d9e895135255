import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../../platform/database/moment-sql';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Operation } from '../operations';
import { pushesThatSet } from '../operations';
import type { PastChange } from './past-change';

/** The operations that change the fields of a room or of its plans. */
const OPERATIONS: Operation[] = [
  ...pushesThatSet('room'),
  ...(['createRoom', 'changeRoom', 'createRatePlan', 'changeRatePlan', 'deleteRatePlan'] as const),
  ...(['changeRatePlans', 'undo'] as const),
];

/**
 * The maximum number of entries of a room that are searched, and of changes among them that are read. Both bound the
 * cost of a refused call.
 */
const MAX_ENTRIES = 10_000;
const MAX_CHANGES = 100;

/** Reads the changes of a room or of one of its plans from the journal. */
@Injectable()
export class PastChangesRepository {
  /** Returns the last changes, newest first. @param ratePlanId only changes of this plan */
  find(manager: EntityManager, roomId: RoomId, ratePlanId: RatePlanId | null): Promise<PastChange[]> {
    return manager.query<PastChange[]>(
      `SELECT id AS "requestId", ${jsonMoment('applied_at')} AS at, token, operation, rate_plan_id AS "ratePlanId", changes
         FROM (SELECT id, applied_at, token, operation, rate_plan_id, changes
                 FROM journal_entry WHERE room_id = $1 ORDER BY id DESC LIMIT ${MAX_ENTRIES}) AS entry
        WHERE operation = ANY ($2) AND changes <> '{}'
          AND ($3::bigint IS NULL OR rate_plan_id = $3 OR (operation = 'changeRatePlans' AND changes ? $3::text))
        ORDER BY applied_at DESC, id DESC
        LIMIT ${MAX_CHANGES}`,
      [roomId, OPERATIONS, ratePlanId],
    );
  }
}
