import type { Cause, Value } from './cell';
import { Cell, money } from './cell';
import type { Administration, Guard, Rule } from './steps';

export interface Plan {
  roomId: string;
  rule: Rule | null;
  /** When its rule became another one, as `at` of a cause. */
  ruleSince: number;
  cells: Map<string, Cell>;
  guard: Guard | null;
  held: Map<string, bigint>;
}

/** A calendar as JSON has it, without ids and range. */
type Days = { date: string; totalRooms: number; prices: { ratePlanId: string; price: string | null }[] }[];

/** Rooms, plans and prices as they are, and how derived prices follow, by code of its own. */
export class Hotel {
  /** How many rooms are left, by room and date. */
  readonly rooms = new Map<string, Map<string, Cell>>();
  readonly plans = new Map<string, Plan>();

  plan(ratePlanId: string): Plan {
    const plan = this.plans.get(ratePlanId);
    if (!plan) throw new Error(`There is no plan ${ratePlanId}`);
    return plan;
  }

  /** The cell of a plan, or of the rooms left if no plan is named. Undefined if the plan belongs to another room. */
  cell(roomId: string, ratePlanId: string | null, date: string): Cell | undefined {
    if (ratePlanId === null) return this.rooms.get(roomId)?.get(date);
    const plan = this.plans.get(ratePlanId);
    return plan?.roomId === roomId ? plan.cells.get(date) : undefined;
  }

  change(step: Administration, cause: Cause): void {
    switch (step.kind) {
      case 'createRoom':
        this.rooms.set(step.roomId, new Map());
        return;
      case 'deleteRoom':
        this.rooms.delete(step.roomId);
        for (const [id, { roomId }] of this.plans) if (roomId === step.roomId) this.plans.delete(id);
        return;
      case 'createPlan': {
        const { roomId, rule } = step;
        const none = { cells: new Map(), guard: null, held: new Map() };
        this.plans.set(step.ratePlanId, { roomId, rule, ruleSince: cause.at, ...none });
        if (rule) this.recalculate(step.ratePlanId, cause);
        return;
      }
      case 'changePlan': {
        const plan = this.plan(step.ratePlanId);
        if (JSON.stringify(plan.rule) === JSON.stringify(step.rule)) return;
        Object.assign(plan, { rule: step.rule, ruleSince: cause.at });
        if (step.rule) this.recalculate(step.ratePlanId, cause);
        return;
      }
      case 'deletePlan':
        this.plans.delete(step.ratePlanId);
        return;
      case 'guard':
        this.plan(step.ratePlanId).guard = step.guard;
    }
  }

  /** @param isLeft which prices are left as they are, with all below them */
  setPrice(
    id: string,
    date: string,
    price: bigint,
    cause: Cause,
    isLeft: (ratePlanId: string) => boolean = () => false,
  ): void {
    this.write(id, date, price, cause);
    for (const [childId, { rule }] of this.childrenOf(id)) {
      if (rule && !isLeft(childId)) this.setPrice(childId, date, derive(rule, price), cause, isLeft);
    }
  }

  /** Sets the rooms left of some dates; every plan of the room then has a cell on them. */
  setRooms(roomId: string, totals: [string, number][], cause: Cause): void {
    const ofRoom = [...this.plans].filter(([, plan]) => plan.roomId === roomId);
    const dates = totals.map(([date]) => date);
    for (const [date, total] of totals) this.roomsLeft(roomId, date).set(BigInt(total), cause);
    let unpriced = 0;
    for (const [id, { cells }] of ofRoom) {
      for (const date of dates) {
        if (!cells.has(date)) this.write(id, date, null, cause);
        if (cells.get(date)?.value === null) unpriced++;
      }
    }
    if (unpriced > 0) for (const [id] of ofRoom) this.fill(id, dates, cause);
  }

  /** What its rule makes of its parent's price; null is not set. */
  derived(ratePlanId: string, parentPrice: Value): Value {
    const { rule } = this.plan(ratePlanId);
    return rule && parentPrice !== null ? derive(rule, parentPrice) : null;
  }

  originOf(ratePlanId: string, date: string): 'pushed' | 'derived' | 'notSet' {
    const { rule, cells } = this.plan(ratePlanId);
    const price = cells.get(date)?.value ?? null;
    if (price === null) return 'notSet';
    const parentPrice = (rule && this.plan(rule.from).cells.get(date)?.value) ?? null;
    return this.derived(ratePlanId, parentPrice) === price ? 'derived' : 'pushed';
  }

  /** The plan and all that it derives from. */
  lineage(ratePlanId: string): string[] {
    const { rule } = this.plan(ratePlanId);
    return rule ? [ratePlanId, ...this.lineage(rule.from)] : [ratePlanId];
  }

  /** Some plans and all that derives from them, a parent before what derives from it. */
  withDerived(ratePlanIds: string[]): string[] {
    const found = new Set(ratePlanIds);
    for (const id of found) for (const [childId] of this.childrenOf(id)) found.add(childId);
    return [...found].sort((one, other) => this.lineage(one).length - this.lineage(other).length);
  }

  daysOf(roomId: string): Days {
    const ofRoom = [...this.plans]
      .filter(([, plan]) => plan.roomId === roomId)
      .sort(([one], [other]) => +one - +other);
    return [...(this.rooms.get(roomId) ?? [])]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([date, { value }]) => ({
        date,
        totalRooms: Number(value),
        prices: ofRoom.flatMap(([ratePlanId, { cells }]) => {
          const cell = cells.get(date);
          return cell ? [{ ratePlanId, price: money(cell.value) }] : [];
        }),
      }));
  }

  private recalculate(id: string, cause: Cause): void {
    const { rule } = this.plan(id);
    if (!rule) return;
    for (const [date, { value }] of this.plan(rule.from).cells) {
      this.write(id, date, this.derived(id, value), cause);
    }
    for (const [childId] of this.childrenOf(id)) this.recalculate(childId, cause);
  }

  /** Gives a plan without a price, and all below it, what its rule gives. */
  private fill(id: string, dates: string[], cause: Cause): void {
    const { rule, cells } = this.plan(id);
    for (const date of dates) {
      const parentPrice = (rule && this.plan(rule.from).cells.get(date)?.value) ?? null;
      if (parentPrice !== null && cells.get(date)?.value === null)
        this.write(id, date, this.derived(id, parentPrice), cause);
    }
    for (const [childId] of this.childrenOf(id)) this.fill(childId, dates, cause);
  }

  /** A price has a record of rooms left beside it, with none where there was none. */
  private write(id: string, date: string, price: Value, cause: Cause): void {
    const { roomId, cells } = this.plan(id);
    this.roomsLeft(roomId, date);
    const cell = cells.get(date) ?? new Cell(null);
    cells.set(date, cell);
    cell.set(price, cause);
  }

  private roomsLeft(roomId: string, date: string): Cell {
    const ofRoom = this.rooms.get(roomId);
    if (!ofRoom) throw new Error(`There is no room ${roomId}`);
    const cell = ofRoom.get(date) ?? new Cell(0n);
    ofRoom.set(date, cell);
    return cell;
  }

  private childrenOf(id: string): [string, Plan][] {
    return [...this.plans].filter(([, { rule }]) => rule?.from === id);
  }
}

/** Half up, in whole cents. */
function derive({ percent }: Rule, price: bigint): bigint {
  return (price * BigInt(100 + percent) + 50n) / 100n;
}
