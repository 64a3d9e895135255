import type { Cause, Cell, Value } from './cell';
import { causeIn } from './cell';
import type { Field, PlanDay, PlanField, RoomDay, RoomField } from './fields';
import { isRestriction, newPlanDay, newRoomDay, RESTRICTIONS } from './fields';
import type { Administration, Guard, Rule } from './steps';

export interface Plan {
  roomId: string;
  rule: Rule | null;
  /** When its rule has last set each field, as `at` of a cause. */
  ruleSince: Map<PlanField, number>;
  days: Map<string, PlanDay>;
  guard: Guard | null;
  held: Map<string, bigint>;
}

/** A closure of a room, or of one of its plans, on some dates. */
export interface Closure {
  roomId: string;
  ratePlanId: string | null;
  from: string;
  to: string;
}

/** Rooms, plans and their values by date, with its own code for derived plans. */
export class Hotel {
  readonly rooms = new Map<string, Map<string, RoomDay>>();
  readonly plans = new Map<string, Plan>();
  /** The closures that nobody has opened, by id. */
  readonly closures = new Map<string, Closure>();
  /** The rooms that each call has changed, by its request id. */
  private readonly changedRooms = new Map<string, Set<string>>();

  plan(ratePlanId: string): Plan {
    const plan = this.plans.get(ratePlanId);
    if (!plan) throw new Error(`There is no plan ${ratePlanId}`);
    return plan;
  }

  /** When the rule of a plan has last set a field; 0 if none has, and for a value of a room. */
  ruleSinceOf(ratePlanId: string | null, field: Field): number {
    return this.plans.get(ratePlanId ?? '')?.ruleSince.get(field as PlanField) ?? 0;
  }

  /** A cell of a plan, or of the room if no plan is named. Undefined if the plan belongs to another room. */
  cell(roomId: string, ratePlanId: string | null, field: Field, date: string): Cell | undefined {
    if (field === 'roomsLeft' || field === 'closed') return this.rooms.get(roomId)?.get(date)?.[field];
    const plan = this.plans.get(ratePlanId ?? '');
    return plan?.roomId === roomId ? plan.days.get(date)?.[field] : undefined;
  }

  change(step: Administration, cause: Cause): void {
    switch (step.kind) {
      case 'createRoom':
        this.rooms.set(step.roomId, new Map());
        return;
      case 'deleteRoom':
        this.rooms.delete(step.roomId);
        for (const [id, { roomId }] of this.plans) if (roomId === step.roomId) this.plans.delete(id);
        this.openAll(({ roomId }) => roomId === step.roomId);
        return;
      case 'createPlan': {
        const { roomId, rule } = step;
        const none = { days: new Map(), guard: null, held: new Map() };
        const fields = ['price', ...RESTRICTIONS] as const;
        const ruleSince = new Map(fields.map((field) => [field, cause.at]));
        this.plans.set(step.ratePlanId, { roomId, rule, ruleSince, ...none });
        this.recalculate(step.ratePlanId, cause, fields);
        return;
      }
      case 'changePlan': {
        const plan = this.plan(step.ratePlanId);
        if (textOf(plan.rule) === textOf(step.rule)) return;
        const fields = ['price', ...newlyInherited(plan.rule, step.rule)] as const;
        plan.rule = step.rule;
        for (const field of fields) plan.ruleSince.set(field, cause.at);
        this.recalculate(step.ratePlanId, cause, fields);
        return;
      }
      case 'deletePlan':
        this.plans.delete(step.ratePlanId);
        this.openAll(({ ratePlanId }) => ratePlanId === step.ratePlanId);
        return;
      case 'guard':
        this.plan(step.ratePlanId).guard = step.guard;
        return;
      case 'close': {
        const { kind: _, ...closure } = step;
        this.closures.set(cause.requestId, closure);
        return;
      }
      case 'open':
        this.closures.delete(step.closureId);
    }
  }

  /**
   * Sets a value of a plan, and of all plans that follow it.
   * @param isLeft whether a plan is left unchanged, with all plans below it
   */
  setPlan(
    id: string,
    field: PlanField,
    date: string,
    value: Value,
    cause: Cause,
    isLeft: (ratePlanId: string) => boolean = () => false,
  ): void {
    const own = causeIn(this.plan(id).roomId, cause);
    this.write(id, field, date, value, own);
    for (const childId of this.followersOf(id, field))
      if (!isLeft(childId))
        this.setPlan(childId, field, date, this.derived(childId, field, value), own, isLeft);
  }

  /**
   * Sets a value of a room. With rooms left, every plan of the room has a cell.
   * @returns whether the value has changed, or the record is new
   */
  setRoom(roomId: string, field: RoomField, date: string, value: Value, cause: Cause): boolean {
    const isNew = !this.rooms.get(roomId)?.has(date);
    const cell = this.roomDay(roomId, date)[field];
    const isChange = isNew || cell.value !== value;
    this.setCell(roomId, cell, value, cause);
    if (field === 'roomsLeft')
      for (const [id, { days }] of this.plansOf(roomId))
        if (!days.has(date)) this.write(id, 'price', date, null, cause);
    return isChange;
  }

  /** Whether a plan of the room has a cell without a price. */
  hasUnpriced(roomId: string, dates: string[]): boolean {
    return this.plansOf(roomId).some(([, { days }]) =>
      dates.some((date) => days.get(date)?.price.value === null),
    );
  }

  /** Sets the prices of unpriced plans by their rules: those of the room, and all below them. */
  fillRoom(roomId: string, date: string, cause: Cause): void {
    for (const [id] of this.plansOf(roomId)) this.fill(id, date, cause);
  }

  /** The value of a plan by the value of its parent; null means "not set". */
  derived(ratePlanId: string, field: PlanField, parent: Value): Value {
    const { rule } = this.plan(ratePlanId);
    if (!rule || !isFollowing(rule, field) || parent === null) return null;
    return field === 'price' ? derivedPrice(rule, parent) : parent;
  }

  originOf(ratePlanId: string, date: string): 'pushed' | 'derived' | 'notSet' {
    const { rule, days } = this.plan(ratePlanId);
    const price = days.get(date)?.price.value ?? null;
    if (price === null) return 'notSet';
    const parentPrice = (rule && this.plan(rule.from).days.get(date)?.price.value) ?? null;
    return this.derived(ratePlanId, 'price', parentPrice) === price ? 'derived' : 'pushed';
  }

  /** The plan and all plans whose value it follows. */
  followedBy(ratePlanId: string, field: PlanField): string[] {
    const { rule } = this.plan(ratePlanId);
    const isRoot = !rule || !isFollowing(rule, field);
    return isRoot ? [ratePlanId] : [ratePlanId, ...this.followedBy(rule.from, field)];
  }

  /** Some plans and all plans below them, each after its parent. */
  withDerived(ratePlanIds: string[]): string[] {
    const found = new Set(ratePlanIds);
    for (const id of found) for (const childId of this.followersOf(id, 'price')) found.add(childId);
    const depth = (id: string) => this.followedBy(id, 'price').length;
    return [...found].sort((one, other) => depth(one) - depth(other));
  }

  /**
   * Recalculates a plan after a change of its rule, and all plans below it. A plan passes on only the restrictions that
   * it takes from its own parent.
   */
  private recalculate(id: string, cause: Cause, fields: readonly PlanField[]): void {
    const { rule } = this.plan(id);
    if (!rule) return;
    const following = fields.filter((field) => isFollowing(rule, field));
    for (const [date, day] of this.plan(rule.from).days)
      for (const field of following)
        this.write(id, field, date, this.derived(id, field, day[field].value), cause);
    for (const childId of this.followersOf(id, 'price')) this.recalculate(childId, cause, following);
  }

  /** Sets the prices of a plan and of all plans below it by their rules, where they are not set. */
  private fill(id: string, date: string, cause: Cause): void {
    const own = causeIn(this.plan(id).roomId, cause);
    const { rule, days } = this.plan(id);
    const parentPrice = (rule && this.plan(rule.from).days.get(date)?.price.value) ?? null;
    if (parentPrice !== null && days.get(date)?.price.value === null)
      this.write(id, 'price', date, this.derived(id, 'price', parentPrice), own);
    for (const childId of this.followersOf(id, 'price')) this.fill(childId, date, own);
  }

  /** Writes a record of a plan, and a missing record of its room with no rooms. */
  private write(id: string, field: PlanField, date: string, value: Value, cause: Cause): void {
    const { roomId, days } = this.plan(id);
    this.roomDay(roomId, date);
    if (!days.has(date)) this.note(cause, roomId);
    const day = days.get(date) ?? newPlanDay();
    days.set(date, day);
    this.setCell(roomId, day[field], value, cause, this.followedBy(id, field));
  }

  /** Sets a cell of a room or of one of its plans. */
  setCell(roomId: string, cell: Cell, value: Value, cause: Cause, line: readonly string[] = []): void {
    if (cell.value !== value) this.note(cause, roomId);
    cell.set(value, cause, line);
  }

  /** Whether a call has changed a room. */
  hasChanged(requestId: string, roomId: string): boolean {
    return this.changedRooms.get(requestId)?.has(roomId) ?? false;
  }

  private note({ requestId }: Cause, roomId: string): void {
    this.changedRooms.set(requestId, (this.changedRooms.get(requestId) ?? new Set()).add(roomId));
  }

  private roomDay(roomId: string, date: string): RoomDay {
    const ofRoom = this.rooms.get(roomId);
    if (!ofRoom) throw new Error(`There is no room ${roomId}`);
    const day = ofRoom.get(date) ?? newRoomDay();
    ofRoom.set(date, day);
    return day;
  }

  private followersOf(id: string, field: PlanField): string[] {
    return [...this.plans].flatMap(([childId, { rule }]) =>
      rule?.from === id && isFollowing(rule, field) ? [childId] : [],
    );
  }

  private plansOf(roomId: string): [string, Plan][] {
    return [...this.plans].filter(([, plan]) => plan.roomId === roomId);
  }

  private openAll(isOpened: (closure: Closure) => boolean): void {
    for (const [id, closure] of this.closures) if (isOpened(closure)) this.closures.delete(id);
  }
}

/** Every derived plan follows prices; it follows the restrictions that its rule names. */
function isFollowing({ inherit }: Rule, field: PlanField): boolean {
  return !isRestriction(field) || (inherit ?? RESTRICTIONS).includes(field);
}

/** A plan keeps the restrictions that it has inherited from the same parent already. */
function newlyInherited(before: Rule | null, after: Rule | null): readonly PlanField[] {
  const inherited = RESTRICTIONS.filter((name) => !after || isFollowing(after, name));
  return inherited.filter((name) => before?.from !== after?.from || !before || !isFollowing(before, name));
}

/** Rounds half up, to whole cents. */
function derivedPrice({ percent }: Rule, price: bigint): bigint {
  return (price * BigInt(100 + percent) + 50n) / 100n;
}

function textOf(rule: Rule | null): string {
  return JSON.stringify(rule && { ...rule, inherit: rule.inherit ?? RESTRICTIONS });
}
