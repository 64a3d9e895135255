import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarField } from '../../calendar/calendar-field';
import { FIELD_LETTERS } from '../../calendar/calendar-field';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { LETTERS } from '../../push/journal/verdicts';
import { IS_UNDONE, reaches } from './undone-entries';

/** A cell in the journal entry of an undo. */
export interface JournaledCell {
  /** Null for a value of the room. */
  ratePlanId: RatePlanId | null;
  field: CalendarField;
  date: CalendarDate;
  /** Decimal text; null means "not set". */
  value: string | null;
  verdict: 'applied' | 'unchanged' | 'skipped';
  isOverbooked: boolean;
}

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

  /** Adds the cells to the entry of an undo. */
  async setRecords(manager: EntityManager, entryId: string, cells: JournaledCell[]): Promise<void> {
    const count = (wanted: JournaledCell['verdict']) =>
      cells.filter(({ verdict }) => verdict === wanted).length;
    await manager.query(
      `UPDATE journal_entry
          SET rate_plan_ids = $2, dates = $3, numbers = $4, verdicts = $5, fields = $6, received = $7, applied = $8,
              unchanged = $9, skipped = $10
        WHERE id = $1`,
      [
        entryId,
        cells.map(({ ratePlanId }) => ratePlanId),
        cells.map(({ date }) => date),
        cells.map(({ value }) => value),
        cells.map(letterOf).join(''),
        cells.map(({ field }) => FIELD_LETTERS[field]).join(''),
        cells.length,
        count('applied'),
        count('unchanged'),
        count('skipped'),
      ],
    );
  }
}

/** Returns the verdict's letter, in upper case if the date is overbooked. */
function letterOf({ verdict, isOverbooked }: JournaledCell): string {
  const letter = LETTERS[verdict];
  return isOverbooked ? letter.toUpperCase() : letter;
}
