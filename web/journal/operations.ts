import type { JournalEntry } from '../api-types';
import { inWords } from '../format';

/** The facts about an operation that the page needs. */
interface Facts {
  label: string;
  isUndoable: boolean;
  /** The field that the records of a push set. */
  sets?: 'roomsLeft' | 'price' | 'closed' | 'minStayArrival' | 'maxStay' | 'room' | 'message';
}

/** Every operation of the journal, in the order of the filter. A test compares them with the service's registry. */
export const OPERATIONS = {
  updateCalendarInventory: { label: 'Rooms left', isUndoable: true, sets: 'roomsLeft' },
  updateCalendarPrices: { label: 'Prices', isUndoable: true, sets: 'price' },
  roomEditChannelManager: { label: 'Room edit', isUndoable: true, sets: 'room' },
  updateCalendarBlackout: { label: 'Closed dates', isUndoable: true, sets: 'closed' },
  updateCalendarMinStay: { label: 'Minimum stay', isUndoable: true, sets: 'minStayArrival' },
  updateCalendarMaxStay: { label: 'Maximum stay', isUndoable: true, sets: 'maxStay' },
  getRoomResponseConnectivity: { label: 'Room synchronization', isUndoable: true, sets: 'room' },
  channexChanges: { label: 'Channex changes', isUndoable: true, sets: 'message' },
  siteconnectMessage: { label: 'SiteConnect message', isUndoable: true, sets: 'message' },
  createRoom: { label: 'New room', isUndoable: false },
  changeRoom: { label: 'Room changed', isUndoable: false },
  deleteRoom: { label: 'Room deleted', isUndoable: false },
  createRatePlan: { label: 'New rate plan', isUndoable: false },
  changeRatePlan: { label: 'Rate plan changed', isUndoable: false },
  recalculatePrices: { label: 'Back to the rule', isUndoable: true },
  changeRatePlans: { label: 'Rate plans changed', isUndoable: true },
  deleteRatePlan: { label: 'Rate plan deleted', isUndoable: false },
  createAccessToken: { label: 'New token', isUndoable: false },
  rotateAccessToken: { label: 'Token rotated', isUndoable: false },
  revokeAccessToken: { label: 'Token revoked', isUndoable: false },
  createSandbox: { label: 'New sandbox', isUndoable: false },
  deleteSandbox: { label: 'Sandbox deleted', isUndoable: false },
  releaseHeldPrices: { label: 'Held prices released', isUndoable: true },
  discardHeldPrices: { label: 'Held prices discarded', isUndoable: false },
  createClosure: { label: 'Closed for sale', isUndoable: false },
  openClosure: { label: 'Opened for sale', isUndoable: false },
  undo: { label: 'Undo', isUndoable: true },
} as const satisfies Record<string, Facts>;

/** An operation that only a newer version of the service knows keeps its name in the API. */
export function factsOf(operation: string): Facts {
  const known: Record<string, Facts | undefined> = OPERATIONS;
  return known[operation] ?? { label: inWords(operation), isUndoable: false };
}

export function operationInWords(operation: string): string {
  const { label } = factsOf(operation);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Whether an entry can be undone: it has changed something, and no undo has taken it back. */
export function canUndo(
  { operation, outcome, applied, changes, undoneBy }: JournalEntry,
  { canDecide, isAdmin }: { canDecide: boolean; isAdmin: boolean },
): boolean {
  if (!(operation === 'changeRatePlans' ? isAdmin : canDecide)) return false;
  const hasChanged = applied > 0 || (changes !== null && Object.keys(changes).length > 0);
  return outcome === 'applied' && hasChanged && undoneBy.length === 0 && factsOf(operation).isUndoable;
}
