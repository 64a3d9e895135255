/** The values that a push sets: the kind of its journal entry. */
export type PushKind = 'inventory' | 'prices' | 'room';

/** The properties of a push operation that other folders need. */
interface PushDeclaration {
  /** The path of its route, which is part of the API. */
  path: string;
  /** The scope that its access token needs. */
  scope: 'push';
  sets: PushKind;
  /** The answer: a sentence as text, or `true` or `false` as JSON. */
  answers: 'sentence' | 'boolean';
  /** The name of its entries in the journal, for people. */
  label: string;
  isUndoable: boolean;
}

/** An operation of administrators. */
interface AdministrationDeclaration {
  label: string;
  isUndoable: boolean;
}

/**
 * The registry of push operations. Every list of them comes from it: routes, journal, receipts, the last push
 * of a room, feed health, price stories, undo, metrics.
 */
export const PUSHES = {
  updateCalendarInventory: {
    path: 'updateCalendarInventory',
    scope: 'push',
    sets: 'inventory',
    answers: 'sentence',
    label: 'Rooms left',
    isUndoable: true,
  },
  updateCalendarPrices: {
    path: 'updateCalendarPrices',
    scope: 'push',
    sets: 'prices',
    answers: 'sentence',
    label: 'Prices',
    isUndoable: true,
  },
  roomEditChannelManager: {
    path: 'roomEditChannelManager',
    scope: 'push',
    sets: 'room',
    answers: 'boolean',
    label: 'Room edit',
    isUndoable: true,
  },
} as const satisfies Record<string, PushDeclaration>;

/** The registry of the administrators' operations. */
export const ADMINISTRATION = {
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
} as const satisfies Record<string, AdministrationDeclaration>;

export type PushOperation = keyof typeof PUSHES;
export type AdministrationOperation = keyof typeof ADMINISTRATION;
/** An operation of the channel manager or of administrators. */
export type Operation = PushOperation | AdministrationOperation;

const ALL: Record<Operation, AdministrationDeclaration> = { ...PUSHES, ...ADMINISTRATION };

export const PUSH_OPERATIONS = Object.keys(PUSHES) as PushOperation[];
export const OPERATIONS = Object.keys(ALL) as Operation[];
export const UNDOABLE_OPERATIONS = OPERATIONS.filter((operation) => ALL[operation].isUndoable);
export const UNDOABLE_PUSHES = PUSH_OPERATIONS.filter((operation) => ALL[operation].isUndoable);

/** SQL that selects journal entries of pushes by their `operation`. */
export const IS_PUSH = `operation IN (${PUSH_OPERATIONS.map((operation) => `'${operation}'`).join(', ')})`;

export function isPush(operation: Operation): operation is PushOperation {
  return operation in PUSHES;
}

export function pushesThatSet(kind: PushKind): PushOperation[] {
  return PUSH_OPERATIONS.filter((operation) => PUSHES[operation].sets === kind);
}
