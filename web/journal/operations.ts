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
  updateCalendarInventory: { label: 'update calendar inventory', isUndoable: true, sets: 'inventory' },
  updateCalendarPrices: { label: 'update calendar prices', isUndoable: true, sets: 'prices' },
  roomEditChannelManager: { label: 'edit room capacity', isUndoable: true, sets: 'room' },
  createRoom: { label: 'create room', isUndoable: false },
  changeRoom: { label: 'change room', isUndoable: false },
  deleteRoom: { label: 'delete room', isUndoable: false },
  createRatePlan: { label: 'create rate plan', isUndoable: false },
  changeRatePlan: { label: 'change rate plan', isUndoable: false },
  deleteRatePlan: { label: 'delete rate plan', isUndoable: false },
  createAccessToken: { label: 'create access token', isUndoable: false },
  revokeAccessToken: { label: 'revoke access token', isUndoable: false },
  releaseHeldPrices: { label: 'release held prices', isUndoable: true },
  discardHeldPrices: { label: 'discard held prices', isUndoable: false },
  undo: { label: 'undo', isUndoable: true },
} as const satisfies Record<string, Facts>;

/** An operation that a newer version of the service has added meanwhile is named as the API names it. */
export function factsOf(operation: string): Facts {
  const known: Record<string, Facts | undefined> = OPERATIONS;
  return known[operation] ?? { label: inWords(operation), isUndoable: false };
}
