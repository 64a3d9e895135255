import { isDeepStrictEqual } from 'node:util';
import type { RoomId } from '../../platform/database/id';
import type { RoomCapacity } from '../../calendar/loaded-room';
import type { FieldChange } from './pushed-cells.repository';
import type { UndoRecord } from './undo-record';

const FIELDS: (keyof RoomCapacity)[] = ['maximumGuests', 'totalRooms', 'adults', 'children'];

/**
 * Decides the values of a room's fields after the undo. Each field returns to its value before the last undone changes,
 * unless another change followed them.
 * @param room the present room; null if it was deleted
 * @param changes the changes of its fields, in their order
 */
export function restoreFields(
  roomId: RoomId,
  room: RoomCapacity | null,
  changes: FieldChange[],
): (UndoRecord & { field: keyof RoomCapacity })[] {
  return FIELDS.flatMap((field) => {
    const ofField = changes.filter((change) => change.isLife || field in change.changes);
    if (!ofField.some(({ isUndone }) => isUndone)) return [];
    const undone = ofField.slice(ofField.findLastIndex(({ isUndone }) => !isUndone) + 1);
    const [before, after] = [undone[0]?.changes[field]?.from, undone.at(-1)?.changes[field]?.to];
    const from = room?.[field] ?? null;
    const isRestored = room !== null && undone.length > 0 && isDeepStrictEqual(after, from);
    const to = isRestored ? (before as number | null) : from;
    if (isRestored && to === from) return [];
    const verdict = isRestored ? ('restored' as const) : ('changedSince' as const);
    return [{ roomId, ratePlanId: null, field, from, to, verdict }];
  });
}
