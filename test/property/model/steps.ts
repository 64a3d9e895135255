import type { Field, Restriction } from './fields';

/** The code of the hotel that all rooms of the model belong to. */
export const HOTEL_CODE = 'H';

/** A step changes rooms and plans, with the names of the contract. Prices are whole numbers of cents. */
export type Step = Push | Decision | UndoStep | Administration;

/** A call of a channel manager. */
export type Push = PlanPush | RoomPush | Message;
export type PlanPush =
  | { kind: 'prices'; ratePlanId: string; prices: Record<string, bigint> }
  | { kind: 'minStay' | 'maxStay'; ratePlanId: string; nights: Record<string, number> };
export type RoomPush =
  | { kind: 'inventory'; roomId: string; roomsLeft: Record<string, number> }
  | { kind: 'blackout'; roomId: string; closed: Record<string, boolean> };

/** A message in the words of a channel manager, about one or several rooms. */
export interface Message {
  kind: 'message';
  dialect: 'channex' | 'siteconnect';
  messageId: string;
  parts: MessagePart[];
}

/** Rooms left of a room, and values of a plan, on all dates of a range. A flag is 0 or 1. */
export interface MessagePart {
  roomId: string;
  ratePlanId: string | null;
  from: string;
  to: string;
  values: Partial<Record<Exclude<Field, 'closed'>, bigint>>;
}

/** Releases or discards the held prices of a plan. */
export interface Decision {
  kind: 'release' | 'discard';
  ratePlanId: string;
  from: string;
  to: string;
}

/** Undoes an entry, or the pushes from one entry (included) to another one (not included). */
export type UndoStep =
  | { kind: 'undo'; requestId: string }
  | {
      kind: 'undoPushes';
      from: string;
      to: string | null;
      roomId: string | null;
      ratePlanId: string | null;
    };

export type Administration =
  | { kind: 'createRoom'; roomId: string }
  | { kind: 'deleteRoom'; roomId: string }
  | { kind: 'createPlan'; roomId: string; ratePlanId: string; rule: Rule | null }
  | { kind: 'changePlan'; ratePlanId: string; rule: Rule | null }
  | { kind: 'deletePlan'; ratePlanId: string }
  | { kind: 'guard'; ratePlanId: string; guard: Guard | null }
  | { kind: 'close'; roomId: string; ratePlanId: string | null; from: string; to: string }
  | { kind: 'open'; closureId: string };

/** A derivation of one step, rounded half up to a cent, and the restrictions that follow the parent's. */
export interface Rule {
  from: string;
  percent: number;
  /** Null: the contract's default, which is all of them. */
  inherit: Restriction[] | null;
}

/** The limits for pushed prices: the minimum in cents, and whole percentages. */
export interface Guard {
  minimum: bigint | null;
  maxDecreasePercent: number | null;
  maxIncreasePercent: number | null;
}

export function isPush(step: Step): step is Push {
  return ['prices', 'minStay', 'maxStay', 'inventory', 'blackout', 'message'].includes(step.kind);
}

export function isUndo(step: Step): step is UndoStep {
  return step.kind === 'undo' || step.kind === 'undoPushes';
}
