import type { JournalEntry } from '../api-types';
import { inWords } from '../format';

/** What the page knows of an operation. */
interface Facts {
  label: string;
  isUndoable: boolean;
  /** What the records of a push set. */
  sets?: 'inventory' | 'prices' | 'room';
}

/** Every operation of the journal, in the order of the filter. A test compares them with the service's registry. */
export const OPERATIONS = {
  updateCalendarInventory: { label: 'Rooms left', isUndoable: true, sets: 'inventory' },
  updateCalendarPrices: { label: 'Prices', isUndoable: true, sets: 'prices' },
  roomEditChannelManager: { label: 'Room edit', isUndoable: true, sets: 'room' },
  createRoom: { label: 'New room', isUndoable: false },
  changeRoom: { label: 'Room changed', isUndoable: false },
  deleteRoom: { label: 'Room deleted', isUndoable: false },
  createRatePlan: { label: 'New rate plan', isUndoable: false },
  changeRatePlan: { label: 'Rate plan changed', isUndoable: false },
  deleteRatePlan: { label: 'Rate plan deleted', isUndoable: false },
  createAccessToken: { label: 'New token', isUndoable: false },
  revokeAccessToken: { label: 'Token revoked', isUndoable: false },
  releaseHeldPrices: { label: 'Held prices released', isUndoable: true },
  discardHeldPrices: { label: 'Held prices discarded', isUndoable: false },
  undo: { label: 'Undo', isUndoable: true },
} as const satisfies Record<string, Facts>;

/** An operation that a newer version of the service has added meanwhile is named as the API names it. */
export function factsOf(operation: string): Facts {
  const known: Record<string, Facts | undefined> = OPERATIONS;
  return known[operation] ?? { label: inWords(operation), isUndoable: false };
}

export function operationInWords(operation: string): string {
  const { label } = factsOf(operation);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Whether an undo of an entry can be offered: it has changed something, and no undo has taken it back. */
export function canUndo({ operation, outcome, applied, changes, undoneBy }: JournalEntry): boolean {
  const hasChanged = applied > 0 || (changes !== null && Object.keys(changes).length > 0);
  return outcome === 'applied' && hasChanged && undoneBy.length === 0 && factsOf(operation).isUndoable;
}
