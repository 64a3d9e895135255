import type { CalendarDate } from '../dates/calendar-date';
import type { DateRange } from '../dates/date-range';
import type { RatePlanId, RoomId } from '../database/id';
import type { TenThousandths } from '../pricing/derivation/money';
import { priceRule } from '../pricing/derivation/price-derivation';
import type { Cells } from '../pricing/tree-prices';
import type { JournalEvent, PlanRule } from './journal-event';

/** A plan as a replay begins with it. */
export interface ReplayedPlan {
  id: RatePlanId;
  roomId: RoomId;
  rule: PlanRule | null;
}

/** A price that was set. */
export interface SetPrice {
  ratePlanId: RatePlanId;
  date: CalendarDate;
  price: TenThousandths | null;
  /** To this plan itself, and not to one that it derives from. */
  isPushed: boolean;
  /** Whether it was another one before. */
  isNew: boolean;
}

/** Told of each price that is set. */
export type PriceListener = (event: JournalEvent, set: SetPrice) => void;

/**
 * Does the journal over again in memory, by the same rules as the operations do: what the prices of some linked
 * plans were at some moment, and what made them so. There is no second copy of the prices that could disagree.
 */
export class Replay {
  readonly cells = new Map<RatePlanId, Cells>();
  /** The total rooms by date, of each room. */
  readonly availability = new Map<RoomId, Map<CalendarDate, number>>();
  private readonly plans: Map<RatePlanId, ReplayedPlan>;

  constructor(
    plans: ReplayedPlan[],
    roomIds: RoomId[],
    private readonly listen: PriceListener = () => undefined,
  ) {
    this.plans = new Map(plans.map((plan) => [plan.id, { ...plan }]));
    for (const { id } of plans) this.cells.set(id, new Map());
    for (const roomId of roomIds) this.availability.set(roomId, new Map());
  }

  apply(event: JournalEvent): void {
    switch (event.kind) {
      case 'prices':
        for (const [date, price] of event.records) this.set(event, event.ratePlanId, date, price, true);
        return;
      case 'inventory':
        this.openDates(event);
        return;
      case 'rule':
        this.changeRule(event);
    }
  }

  private set(
    event: JournalEvent,
    id: RatePlanId,
    date: CalendarDate,
    price: TenThousandths | null,
    isPushed: boolean,
  ): void {
    this.put(event, id, date, price, isPushed);
    for (const child of this.childrenOf(id)) this.set(event, child.id, date, derive(child, price), false);
  }

  private put(
    event: JournalEvent,
    ratePlanId: RatePlanId,
    date: CalendarDate,
    price: TenThousandths | null,
    isPushed: boolean,
  ): void {
    const plan = this.plans.get(ratePlanId);
    const cells = this.cells.get(ratePlanId);
    if (!plan || !cells) return;
    const totals = this.availability.get(plan.roomId);
    if (!totals?.has(date)) totals?.set(date, 0);
    const isNew = (cells.get(date) ?? null) !== price;
    cells.set(date, price);
    this.listen(event, { ratePlanId, date, price, isPushed, isNew });
  }

  /**
   * Operation 1: the total rooms, and cells without a price where there are none. Its derived prices for new cells
   * need no replay: here a plan has every date of its parent from the moment on that it derives from it.
   */
  private openDates(event: JournalEvent & { kind: 'inventory' }): void {
    const totals = this.availability.get(event.roomId);
    const plans = [...this.plans.values()].filter(({ roomId }) => roomId === event.roomId);
    for (const [date, totalRooms] of event.records) {
      totals?.set(date, totalRooms);
      for (const { id } of plans) {
        const cells = this.cells.get(id);
        if (cells && !cells.has(date)) cells.set(date, null);
      }
    }
  }

  private changeRule(event: JournalEvent & { kind: 'rule' }): void {
    const plan = this.plans.get(event.ratePlanId);
    if (!plan) return;
    plan.rule = event.rule;
    if (event.emptied) this.cells.get(plan.id)?.clear();
    if (event.recalculated) this.recalculate(event, plan, event.recalculated);
  }

  private recalculate(event: JournalEvent, plan: ReplayedPlan, range: DateRange): void {
    const parentCells = plan.rule && this.cells.get(plan.rule.parentId);
    for (const [date, parentPrice] of parentCells ?? []) {
      if (date < range.from || date > range.to) continue;
      this.put(event, plan.id, date, derive(plan, parentPrice), false);
    }
    for (const child of this.childrenOf(plan.id)) this.recalculate(event, child, range);
  }

  private childrenOf(id: RatePlanId): ReplayedPlan[] {
    return [...this.plans.values()].filter(({ rule }) => rule?.parentId === id);
  }
}

function derive({ id, rule }: ReplayedPlan, parentPrice: TenThousandths | null): TenThousandths | null {
  if (!rule) throw new Error(`Rate plan ${id} has no derivation at this moment`);
  return parentPrice === null ? null : priceRule(rule.derivation)(parentPrice);
}
