/** What a step does to rooms and plans, in words of the contract. Prices are whole numbers of cents. */
export type Step =
  | { kind: 'createRoom'; roomId: string }
  | { kind: 'deleteRoom'; roomId: string }
  | { kind: 'createPlan'; roomId: string; ratePlanId: string; rule: Rule | null }
  | { kind: 'changePlan'; ratePlanId: string; rule: Rule | null }
  | { kind: 'deletePlan'; ratePlanId: string }
  | { kind: 'guard'; ratePlanId: string; guard: Guard | null }
  | { kind: 'release' | 'discard'; ratePlanId: string; from: string; to: string }
  | { kind: 'prices'; ratePlanId: string; prices: Record<string, bigint> }
  | { kind: 'inventory'; roomId: string; totals: Record<string, number> };

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

/** What the journal counts of a push, a release or a discard. */
export interface Counts {
  received: number;
  applied: number;
  unchanged: number;
  held: number;
}

export interface HistoryEntry {
  requestId: string;
  kind: 'push' | 'derivation' | 'release';
  price: string | null;
}

type Price = bigint | null;

interface Plan {
  roomId: string;
  rule: Rule | null;
  cells: Map<string, Price>;
  history: Map<string, HistoryEntry[]>;
  guard: Guard | null;
  held: Map<string, bigint>;
}

interface Room {
  totals: Map<string, number>;
}

/** A calendar as JSON has it, without ids and range. */
type Days = { date: string; totalRooms: number; prices: { ratePlanId: string; price: string | null }[] }[];

/**
 * Rooms, plans and prices as the contract says that they become, kept in memory and by code of its own. It remembers
 * what the calendar of each room was from each moment on; a room that is not there has none.
 */
export class PastModel {
  readonly rooms = new Map<string, Room>();
  readonly plans = new Map<string, Plan>();
  /** By request id. */
  readonly counts = new Map<string, Counts>();
  private readonly past = new Map<string, { moment: string; days: string | null }[]>();

  apply(step: Step, moment: string, requestId: string): void {
    this.carryOut(step, { requestId, kind: KINDS[step.kind] ?? 'derivation' });
    for (const roomId of new Set([...this.past.keys(), ...this.rooms.keys()])) this.remember(roomId, moment);
  }

  /** The calendar of a room at a moment, as JSON; null where there was no such room. */
  calendarAt(roomId: string, moment: string): string | null {
    const states = this.past.get(roomId) ?? [];
    let [low, high] = [0, states.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((states[middle]?.moment ?? '') <= moment) low = middle + 1;
      else high = middle;
    }
    return states[low - 1]?.days ?? null;
  }

  originOf(ratePlanId: string, date: string): 'pushed' | 'derived' | 'notSet' {
    const plan = this.plan(ratePlanId);
    const price = plan.cells.get(date) ?? null;
    if (price === null) return 'notSet';
    const parentPrice = plan.rule && this.plans.get(plan.rule.from)?.cells.get(date);
    return plan.rule && parentPrice != null && derive(plan.rule, parentPrice) === price
      ? 'derived'
      : 'pushed';
  }

  plan(ratePlanId: string): Plan {
    const plan = this.plans.get(ratePlanId);
    if (!plan) throw new Error(`There is no plan ${ratePlanId}`);
    return plan;
  }

  private carryOut(step: Step, cause: Omit<HistoryEntry, 'price'>): void {
    switch (step.kind) {
      case 'createRoom':
        this.rooms.set(step.roomId, { totals: new Map() });
        return;
      case 'deleteRoom':
        this.rooms.delete(step.roomId);
        for (const [id, { roomId }] of this.plans) if (roomId === step.roomId) this.plans.delete(id);
        return;
      case 'createPlan':
        this.plans.set(step.ratePlanId, {
          roomId: step.roomId,
          rule: step.rule,
          cells: new Map(),
          history: new Map(),
          guard: null,
          held: new Map(),
        });
        if (step.rule) this.recalculate(step.ratePlanId, cause);
        return;
      case 'changePlan': {
        const plan = this.plan(step.ratePlanId);
        const isSame = JSON.stringify(plan.rule) === JSON.stringify(step.rule);
        plan.rule = step.rule;
        if (step.rule && !isSame) this.recalculate(step.ratePlanId, cause);
        return;
      }
      case 'deletePlan':
        this.plans.delete(step.ratePlanId);
        return;
      case 'prices':
        this.pushGuarded(step.ratePlanId, Object.entries(step.prices), cause);
        return;
      case 'guard':
        this.plan(step.ratePlanId).guard = step.guard;
        return;
      case 'release':
        this.pushAll(step.ratePlanId, this.takeHeld(step.ratePlanId, step), cause);
        return;
      case 'discard': {
        const received = this.takeHeld(step.ratePlanId, step).length;
        this.counts.set(cause.requestId, { received, applied: 0, unchanged: received, held: 0 });
        return;
      }
      case 'inventory':
        this.takeInventory(step.roomId, step.totals, cause);
    }
  }

  /** Holds what the guard does not take; what was held of the other dates is replaced. */
  private pushGuarded(id: string, prices: [string, bigint][], cause: Omit<HistoryEntry, 'price'>): void {
    const { guard, held, cells } = this.plan(id);
    const isHeld = ([date, price]: [string, bigint]) =>
      guard !== null && isOutside(guard, price, cells.get(date) ?? null);
    const taken = prices.filter((pushed) => !isHeld(pushed));
    for (const pushed of prices.filter(isHeld)) held.set(...pushed);
    for (const [date] of taken) held.delete(date);
    const counts = this.pushAll(id, taken, cause);
    counts.received = prices.length;
    counts.held = prices.length - taken.length;
  }

  private pushAll(id: string, prices: [string, bigint][], cause: Omit<HistoryEntry, 'price'>): Counts {
    const { cells } = this.plan(id);
    const applied = prices.filter(([date, price]) => cells.get(date) !== price).length;
    for (const [date, price] of prices) this.push(id, date, price, cause);
    const counts = { received: prices.length, applied, unchanged: prices.length - applied, held: 0 };
    this.counts.set(cause.requestId, counts);
    return counts;
  }

  private takeHeld(id: string, { from, to }: { from: string; to: string }): [string, bigint][] {
    const { held } = this.plan(id);
    const taken = [...held].filter(([date]) => date >= from && date <= to);
    for (const [date] of taken) held.delete(date);
    return taken;
  }

  private push(id: string, date: string, price: bigint, cause: Omit<HistoryEntry, 'price'>): void {
    this.set(id, date, price, cause);
    for (const [childId, { rule }] of this.childrenOf(id)) {
      if (rule) this.push(childId, date, derive(rule, price), cause);
    }
  }

  private recalculate(id: string, cause: Omit<HistoryEntry, 'price'>): void {
    const { rule } = this.plan(id);
    if (!rule) return;
    for (const [date, price] of this.plan(rule.from).cells) {
      this.set(id, date, price === null ? null : derive(rule, price), cause);
    }
    for (const [childId] of this.childrenOf(id)) this.recalculate(childId, cause);
  }

  private takeInventory(
    roomId: string,
    totals: Record<string, number>,
    cause: Omit<HistoryEntry, 'price'>,
  ): void {
    const dates = Object.keys(totals);
    const ofRoom = [...this.plans].filter(([, plan]) => plan.roomId === roomId);
    for (const date of dates) this.rooms.get(roomId)?.totals.set(date, totals[date] ?? 0);
    let unpriced = 0;
    for (const [id, { cells }] of ofRoom) {
      for (const date of dates) {
        if (!cells.has(date)) this.set(id, date, null, cause);
        if (cells.get(date) === null) unpriced++;
      }
    }
    if (unpriced > 0) for (const [id] of ofRoom) this.fill(id, dates, cause);
  }

  /** Gives a plan without a price, and all below it, what its rule gives. */
  private fill(id: string, dates: string[], cause: Omit<HistoryEntry, 'price'>): void {
    const { rule, cells } = this.plan(id);
    const parentCells = rule && this.plan(rule.from).cells;
    for (const date of dates) {
      const parentPrice = parentCells?.get(date) ?? null;
      if (rule && parentPrice !== null && cells.get(date) === null)
        this.set(id, date, derive(rule, parentPrice), cause);
    }
    for (const [childId] of this.childrenOf(id)) this.fill(childId, dates, cause);
  }

  private set(id: string, date: string, price: Price, cause: Omit<HistoryEntry, 'price'>): void {
    const { roomId, cells, history } = this.plan(id);
    const totals = this.rooms.get(roomId)?.totals;
    if (!totals?.has(date)) totals?.set(date, 0);
    const entries = history.get(date) ?? [];
    history.set(date, entries);
    if ((cells.get(date) ?? null) !== price) {
      // Of several changes in one step, the last one is what it has come to.
      if (entries[0]?.requestId === cause.requestId) entries.shift();
      if ((entries[0]?.price ?? null) !== money(price)) entries.unshift({ ...cause, price: money(price) });
    }
    cells.set(date, price);
  }

  private childrenOf(id: string): [string, Plan][] {
    return [...this.plans].filter(([, { rule }]) => rule?.from === id);
  }

  private remember(roomId: string, moment: string): void {
    const states = this.past.get(roomId) ?? [];
    this.past.set(roomId, states);
    const days = this.rooms.has(roomId) ? JSON.stringify(this.daysOf(roomId)) : null;
    if (states.at(-1)?.days !== days) states.push({ moment, days });
  }

  private daysOf(roomId: string): Days {
    const ofRoom = [...this.plans]
      .filter(([, plan]) => plan.roomId === roomId)
      .sort(([one], [other]) => +one - +other);
    return [...(this.rooms.get(roomId)?.totals ?? [])]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([date, totalRooms]) => ({
        date,
        totalRooms,
        prices: ofRoom.flatMap(([ratePlanId, { cells }]) => {
          const price = cells.get(date);
          return price === undefined ? [] : [{ ratePlanId, price: money(price) }];
        }),
      }));
  }
}

const KINDS: Partial<Record<Step['kind'], HistoryEntry['kind']>> = {
  prices: 'push',
  inventory: 'push',
  release: 'release',
};

function isOutside(guard: Guard, price: bigint, stored: Price): boolean {
  const { minimum, maxDecreasePercent, maxIncreasePercent } = guard;
  if (minimum !== null && price < minimum) return true;
  if (stored === null || stored === 0n) return false;
  if (maxDecreasePercent !== null && price * 100n < stored * BigInt(100 - maxDecreasePercent)) return true;
  return maxIncreasePercent !== null && price * 100n > stored * BigInt(100 + maxIncreasePercent);
}

/** Half up, in whole cents. */
function derive({ percent }: Rule, price: bigint): bigint {
  return (price * BigInt(100 + percent) + 50n) / 100n;
}

export function money(cents: Price): string | null {
  return cents === null ? null : `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
