/** What the documented API answers, as far as the page reads it: `/docs` has all of it. Ids and money are strings. */

export type Scope = 'push' | 'read' | 'metrics' | 'admin';

/** A page of a list; `nextCursor` asks for the one behind it. */
export interface List<T> {
  items: T[];
  nextCursor: string | null;
}

export interface Settings {
  platformName: string;
  timeZone: string;
  today: string;
  silenceHours: number;
  sendsMail: boolean;
}

/** A hotel: the rooms with the same `propertyName`. */
export interface Property {
  name: string | null;
  rooms: number;
  ratePlans: number;
  lastPush: { requestId: string; at: string; outcome: Outcome; roomId: string; token: string | null } | null;
  silentRooms: number;
  heldPrices: number;
  problems: number;
  negativeRooms: number;
}

export interface AccessToken {
  id: string;
  name: string;
  scopes: Scope[];
  propertyNames: string[] | null;
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface ListedAccessToken extends AccessToken {
  callsLastDay: number;
  refusedLastDay: number;
}

export interface Step {
  percent?: string;
  amount?: string;
}

export type RoundingMode = 'halfUp' | 'halfEven' | 'up' | 'down';

export interface Derivation {
  from: string;
  steps: Step[];
  rounding: { mode: RoundingMode; increment: string };
  minimum: string | null;
  maximum: string | null;
}

export interface Guard {
  minimum: string | null;
  maximum: string | null;
  maxDecreasePercent: string | null;
  maxIncreasePercent: string | null;
}

export interface RatePlan {
  id: string;
  roomId: string;
  name: string;
  currency: string;
  derivation: Derivation | null;
  guard?: Guard | null;
}

export interface Room {
  id: string;
  name: string;
  propertyName: string | null;
  totalRooms: number | null;
  maximumGuests: number | null;
  adults: number | null;
  children: number | null;
  ratePlans: RatePlan[];
}

export type Outcome = 'applied' | 'emptyList' | 'roomMissing' | 'ratePlanMissing' | 'refused' | 'failed';

/** A plan of the calendar; `prices` and `states` have one element, or letter, a date. */
export interface CalendarPlan {
  id: string;
  name: string;
  currency: string;
  derivedFrom: string | null;
  depth: number;
  prices: (string | null)[];
  /** p: pushed, d: derived, o: overridden, n: not set, -: no record. */
  states: string;
  held: { date: string; price: string }[];
}

export interface CalendarRoom {
  roomId: string;
  name: string;
  propertyName: string | null;
  lastPush: { requestId: string; at: string; outcome: Outcome } | null;
  totalRooms: (number | null)[];
  occupiedRooms: (number | null)[];
  ratePlans: CalendarPlan[];
}

export interface FeedHealth extends List<RoomHealth> {
  rooms: {
    total: number;
    withinHour: number;
    withinDay: number;
    withinWeek: number;
    earlier: number;
    never: number;
  };
  problems: ProblemsByOutcome[];
  held: { lastDay: number; lastWeek: number };
}

export interface ProblemsByOutcome {
  outcome: Outcome;
  lastDay: number;
  lastWeek: number;
  reasons: { reason: string; count: number; requestId: string }[];
}

export interface RoomHealth extends Pick<CalendarRoom, 'roomId' | 'name' | 'propertyName' | 'lastPush'> {
  /** In the next 30 days. */
  missingPrices: number;
}

export interface CalendarOfRooms extends List<CalendarRoom> {
  from: string;
  to: string;
  at: string | null;
}

export interface PriceOrigin {
  ratePlanId: string;
  date: string;
  price: string | null;
  origin: 'pushed' | 'derived' | 'notSet';
  derivation: {
    from: string;
    parentPrice: string | null;
    steps: (Step & { result: string })[];
    rounded: string | null;
    clamped: string | null;
    parent: PriceOrigin;
  } | null;
}

export interface HistoryEntry {
  requestId: string;
  at: string;
  token: string | null;
  kind: 'push' | 'derivation' | 'release' | 'undo';
  price: string | null;
}

export interface RoomsLeftStory {
  knownSince: string;
  history: { requestId: string; at: string; token: string | null; operation: string; totalRooms: number }[];
  nextCursor: string | null;
}

export type HoldReason = 'belowMinimum' | 'aboveMaximum' | 'decrease' | 'increase';

export interface PriceStory extends PriceOrigin {
  held?: { price: string; reason: HoldReason; requestId: string; heldAt: string } | null;
  /** What the rule of a derived plan gives now. */
  rulePrice: string | null;
  knownSince: string;
  history: HistoryEntry[];
  nextCursor: string | null;
}

export interface HeldPrice {
  ratePlanId: string;
  roomId: string;
  date: string;
  price: string | null;
  held: string;
  reason: HoldReason;
  requestId: string;
  heldAt: string;
}

export interface JournalEntry {
  requestId: string;
  receivedAt: string;
  operation: string;
  roomId: string | null;
  ratePlanId: string | null;
  token: string | null;
  tokenId: string | null;
  outcome: Outcome;
  received: number;
  applied: number;
  unchanged: number;
  skipped: number;
  held?: number;
  late?: number;
  durationMs: number;
  repeatOf?: string | null;
  undoes?: string[] | null;
  /** The undos that have taken it back. */
  undoneBy: string[];
  span: { from: string; to: string; lowest: string | null; highest: string | null } | null;
  problem: string | null;
  changes: Record<string, { from: unknown; to: unknown }> | null;
}

export type Verdict = 'applied' | 'unchanged' | 'skipped' | 'held' | 'late' | 'superseded';

export interface JournalRecord {
  date: string;
  value: string | null;
  /** Of an undo: null is rooms left. */
  ratePlanId?: string | null;
  verdict: Verdict;
  overbooked: boolean;
}

export interface WholeJournalEntry extends JournalEntry {
  /** In microseconds. */
  appliedAt: string;
  records: JournalRecord[];
  body: string | null;
}

export interface UndoAnswer {
  undoId: string;
  state: 'running' | 'done' | 'failed';
  /** Why it failed. */
  problem: string | null;
  rooms: number;
  roomsDone: number;
  restored: number;
  changedSince: number;
  unknown: number;
  requestIds: string[];
  records: {
    roomId: string;
    ratePlanId: string | null;
    date?: string;
    field?: string;
    from: string | number | null;
    to: string | number | null;
    verdict: 'restored' | 'changedSince' | 'unknown';
  }[];
}

export interface Preview {
  changed: number;
  reachedMinimum: number;
  reachedMaximum: number;
  reachedZero: number;
  days: {
    date: string;
    parentPrice: string | null;
    newPrice: string | null;
    oldPrice: string | null;
    reached: 'minimum' | 'maximum' | 'zero' | null;
  }[];
}

export interface Mail {
  id: string;
  trigger: string;
  state: 'queued' | 'logged' | 'sent' | 'failed';
  to: string;
  roomId: string | null;
  ratePlanId: string | null;
  propertyName: string | null;
  detail: string | null;
  occurrences: number;
  firstAt: string;
  lastAt: string;
  requestIds: string[];
  attempts: number;
  nextAttemptAt: string | null;
  lastError: string | null;
  sentAt: string | null;
}

export interface MailWithText extends Mail {
  subject: string;
  text: string;
}
