/** What a step does to rooms and plans, in words of the contract. Prices are whole numbers of cents. */
export type Step = Push | Decision | UndoStep | Administration;

/** A call of the channel manager. */
export type Push =
  | { kind: 'prices'; ratePlanId: string; prices: Record<string, bigint> }
  | { kind: 'inventory'; roomId: string; totals: Record<string, number> };

/** About held prices. */
export interface Decision {
  kind: 'release' | 'discard';
  ratePlanId: string;
  from: string;
  to: string;
}

/** Undoes an entry, or the pushes from the push of one entry until before that of another. */
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
  | { kind: 'guard'; ratePlanId: string; guard: Guard | null };

/** A derivation of one step, rounded half up to a cent. */
export interface Rule {
  from: string;
  percent: number;
}

/** Which pushed prices are held: the minimum in cents, and whole percentages. */
export interface Guard {
  minimum: bigint | null;
  maxDecreasePercent: number | null;
  maxIncreasePercent: number | null;
}

export function isPush(step: Step): step is Push {
  return step.kind === 'prices' || step.kind === 'inventory';
}

export function isUndo(step: Step): step is UndoStep {
  return step.kind === 'undo' || step.kind === 'undoPushes';
}
