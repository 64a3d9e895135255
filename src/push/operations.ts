import type { CalendarField } from '../calendar/calendar-field';
import { FIELD_LETTERS } from '../calendar/calendar-field';

/** The values that a push sets: a value by date, or the numbers of the room. A message sets all values by date. */
export type PushKind = CalendarField | 'room' | 'message';

/** The largest body of a message. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** The properties of a push operation that other folders need. */
interface PushDeclaration {
  /** The path of its route, which is part of the API. */
  path: string;
  /** The scope that its access token needs. */
  scope: 'push';
  sets: PushKind;
  /** The answer: a sentence as text, `true` or `false` as JSON, or the form of a dialect. */
  answers: 'sentence' | 'boolean' | 'channex' | 'siteconnect';
  /** The name of its entries in the journal, for people. */
  label: string;
  isUndoable: boolean;
  /** The dialect of a message. */
  dialect?: string;
}

/** The source of a price in its story. */
export const STORY_KINDS = ['push', 'derivation', 'release', 'undo'] as const;
export type StoryKind = (typeof STORY_KINDS)[number];

/** An operation of administrators. */
interface AdministrationDeclaration {
  label: string;
  isUndoable: boolean;
  /** Left out for operations that set no prices, or calculate them by rules. */
  story?: StoryKind;
}

/**
 * The registry of push operations. Every list of them comes from it: routes, journal, receipts, the last push
 * of a room, feed health, price stories, undo, metrics.
 */
export const PUSHES = {
  updateCalendarInventory: {
    path: 'updateCalendarInventory',
    scope: 'push',
    sets: 'roomsLeft',
    answers: 'sentence',
    label: 'Rooms left',
    isUndoable: true,
  },
  updateCalendarPrices: {
    path: 'updateCalendarPrices',
    scope: 'push',
    sets: 'price',
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
  updateCalendarBlackout: {
    path: 'updateCalendarBlackout',
    scope: 'push',
    sets: 'closed',
    answers: 'sentence',
    label: 'Closed dates',
    isUndoable: true,
  },
  updateCalendarMinStay: {
    path: 'updateCalendarMinStay',
    scope: 'push',
    sets: 'minStayArrival',
    answers: 'sentence',
    label: 'Minimum stay',
    isUndoable: true,
  },
  updateCalendarMaxStay: {
    path: 'updateCalendarMaxStay',
    scope: 'push',
    sets: 'maxStay',
    answers: 'sentence',
    label: 'Maximum stay',
    isUndoable: true,
  },
  getRoomResponseConnectivity: {
    path: 'getRoomResponseConnectivity',
    scope: 'push',
    sets: 'room',
    answers: 'boolean',
    label: 'Room synchronization',
    isUndoable: true,
  },
  channexChanges: {
    path: 'channex/changes',
    scope: 'push',
    sets: 'message',
    answers: 'channex',
    label: 'Channex changes',
    isUndoable: true,
    dialect: 'channex',
  },
  siteconnectMessage: {
    path: 'siteconnect',
    scope: 'push',
    sets: 'message',
    answers: 'siteconnect',
    dialect: 'siteconnect',
    label: 'SiteConnect message',
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
  recalculatePrices: { label: 'Back to the rule', isUndoable: true },
  changeRatePlans: { label: 'Rate plans changed', isUndoable: true },
  deleteRatePlan: { label: 'Rate plan deleted', isUndoable: false },
  createAccessToken: { label: 'New token', isUndoable: false },
  rotateAccessToken: { label: 'Token rotated', isUndoable: false },
  revokeAccessToken: { label: 'Token revoked', isUndoable: false },
  createSandbox: { label: 'New sandbox', isUndoable: false },
  deleteSandbox: { label: 'Sandbox deleted', isUndoable: false },
  releaseHeldPrices: { label: 'Held prices released', isUndoable: true, story: 'release' },
  discardHeldPrices: { label: 'Held prices discarded', isUndoable: false },
  createClosure: { label: 'Closed for sale', isUndoable: false },
  openClosure: { label: 'Opened for sale', isUndoable: false },
  undo: { label: 'Undo', isUndoable: true, story: 'undo' },
} as const satisfies Record<string, AdministrationDeclaration>;

export type PushOperation = keyof typeof PUSHES;
export type AdministrationOperation = keyof typeof ADMINISTRATION;
/** An operation of the channel manager or of administrators. */
export type Operation = PushOperation | AdministrationOperation;

const ALL: Record<Operation, AdministrationDeclaration> = { ...PUSHES, ...ADMINISTRATION };

export const PUSH_OPERATIONS = Object.keys(PUSHES) as PushOperation[];
export const ADMINISTRATION_OPERATIONS = Object.keys(ADMINISTRATION) as AdministrationOperation[];
export const OPERATIONS = Object.keys(ALL) as Operation[];
export const UNDOABLE_OPERATIONS = OPERATIONS.filter((operation) => ALL[operation].isUndoable);
export const UNDOABLE_PUSHES = PUSH_OPERATIONS.filter((operation) => ALL[operation].isUndoable);

/** Returns the field that the records of an entry set, for entries about one field. */
export function fieldSetBy(operation: Operation): CalendarField {
  const sets = isPush(operation) ? PUSHES[operation].sets : 'price';
  return sets === 'room' || sets === 'message' ? 'roomsLeft' : sets;
}

/** SQL: the letter of the field that an `entry` sets; only for entries that set one field. */
export const FIELD_LETTER = `CASE entry.operation ${OPERATIONS.map(
  (operation) => `WHEN '${operation}' THEN '${FIELD_LETTERS[fieldSetBy(operation)]}'`,
).join(' ')} END`;

/** SQL that selects journal entries of pushes by their `operation`. */
export const IS_PUSH = `operation IN (${PUSH_OPERATIONS.map((operation) => `'${operation}'`).join(', ')})`;

/** The operations that bring messages, and their dialects. */
export const MESSAGE_OPERATIONS = PUSH_OPERATIONS.flatMap((operation) => {
  const { dialect }: PushDeclaration = PUSHES[operation];
  return dialect === undefined ? [] : [{ operation, dialect }];
});

/** Returns the dialect of an operation that brings messages; null for any other operation. */
export function dialectOf(operation: Operation): string | null {
  return MESSAGE_OPERATIONS.find((message) => message.operation === operation)?.dialect ?? null;
}

/** Returns the name of an operation, for people. */
export function labelOf(operation: Operation): string {
  return ALL[operation].label;
}

export function isPush(operation: Operation): operation is PushOperation {
  return operation in PUSHES;
}

/** Whether the address of an operation names its room. Otherwise, the body does. */
export function isRoomInAddress(operation: PushOperation): boolean {
  const { sets } = PUSHES[operation];
  return sets !== 'room' && sets !== 'message';
}

/** Returns what an operation is in the story of a price that it has set. */
export function storyOf(operation: Operation): StoryKind {
  return isPush(operation) ? 'push' : (ALL[operation].story ?? 'derivation');
}

/** Returns the operations that set a kind of values, messages included. */
export function pushesThatSet(kind: PushKind): PushOperation[] {
  return PUSH_OPERATIONS.filter((operation) => {
    const { sets } = PUSHES[operation];
    return sets === kind || (sets === 'message' && kind !== 'room');
  });
}
