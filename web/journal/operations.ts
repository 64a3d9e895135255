import type { JournalEntry } from '../api-types';
import { inWords } from '../format';

/** What the operations of the journal are called; others are called by their names. */
const WORDS: Record<string, string> = {
  updateCalendarInventory: 'Rooms left',
  updateCalendarPrices: 'Prices',
  roomEditChannelManager: 'Room edit',
  createRoom: 'New room',
  changeRoom: 'Room changed',
  deleteRoom: 'Room deleted',
  createRatePlan: 'New rate plan',
  changeRatePlan: 'Rate plan changed',
  deleteRatePlan: 'Rate plan deleted',
  releaseHeldPrices: 'Held prices released',
  discardHeldPrices: 'Held prices discarded',
  undo: 'Undo',
  createAccessToken: 'New token',
  revokeAccessToken: 'Token revoked',
};
export const OPERATIONS = Object.keys(WORDS);

const UNDOABLE = [
  'updateCalendarInventory',
  'updateCalendarPrices',
  'roomEditChannelManager',
  'releaseHeldPrices',
  'undo',
];

export function operationInWords(operation: string): string {
  const words = WORDS[operation] ?? inWords(operation);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether an undo of it can be offered: it has changed something, and no undo has taken it back. */
export function canUndo({ operation, outcome, applied, changes, undoneBy }: JournalEntry): boolean {
  const hasChanged = applied > 0 || (changes !== null && Object.keys(changes).length > 0);
  return outcome === 'applied' && hasChanged && undoneBy.length === 0 && UNDOABLE.includes(operation);
}
