import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import { IS_UNDONE, reaches } from './undone-entries';

/** The maximum number of request ids in the entry of an undo. */
const MAX_UNDOES = 5_000;

/** The SQL of the journal's entries of undos. */
@Injectable()
export class UndoJournalRepository {
  /**
   * Returns the request ids of the undone entries that have changed a room, newest first.
   * @param sources the rooms that these entries can be for
   */
  async listUndone(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    sources: readonly RoomId[],
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT entry.id
         FROM undo JOIN journal_entry AS entry ON ${IS_UNDONE}
        WHERE undo.id = $1 AND entry.room_id = ANY($3::bigint[]) AND ${reaches('$2')}
        ORDER BY entry.id DESC LIMIT $4`,
      [undoId, roomId, sources, MAX_UNDOES],
    );
    return rows.map(({ id }) => id);
  }
}
