import { BadRequestException, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../dates/calendar-date';
import { DayAxis } from '../dates/day-axis';
import type { RatePlanId, RoomId } from '../database/id';
import type { DatedRecord } from '../push/dated-array';
import { RoomAvailabilityRepository } from '../room/room-availability.repository';
import type { TenThousandths } from './derivation/money';
import { PRICE_LIMIT } from './derivation/money';
import { ruleOf, priceLimitMessage } from './derivation/plan-rule';
import type { PriceGrid } from './price-grid';
import { GAP } from './price-grid';
import { groupBy } from './group-by';
import type { LinkedRatePlan } from './rate-plans/rate-plan.entity';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';
import { TreePrices } from './tree-prices';

/** Prices of plans by the position of the day. */
type PriceRows = Map<RatePlanId, TenThousandths[]>;

/**
 * Calculates and stores the prices of derived plans, inside a transaction that has locked the rooms of all plans that
 * it is given. A tree names a parent before what derives from it.
 */
@Injectable()
export class DerivedPriceService {
  constructor(
    private readonly roomAvailability: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly treePrices: TreePrices,
  ) {}

  /**
   * Sets pushed prices of the tree's first plan, and recalculates every plan below it for those dates.
   * Cells that are missing are created, with an availability of no rooms where that is missing too.
   * @param pushed in the order of their dates, none twice
   * @returns the dates on which the first plan had another price, or none
   * @throws BadRequestException where a derived price would be above what can be stored
   */
  async applyPush(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    pushed: DatedRecord<TenThousandths>[],
  ): Promise<Set<CalendarDate>> {
    const [selected] = tree;
    if (!selected || pushed.length === 0) return new Set();
    const axis = new DayAxis(pushed.map(({ date }) => date));
    const prices = pushed.map(({ value }) => value);
    const rows: PriceRows = new Map([[selected.id, axis.place(GAP, prices)]]);
    for (const plan of tree.slice(1)) rows.set(plan.id, deriveRow(plan, rows, axis));
    const changed = new Set<CalendarDate>();
    for (const [roomId, grid] of gridsByRoom(tree, rows, axis)) {
      const dates = await this.save(manager, roomId, grid, axis);
      if (grid.ratePlanIds[0] === selected.id) for (const date of dates) changed.add(date);
    }
    return changed;
  }

  /**
   * Gives cells of derived plans that have no price yet their derived price, where the parent has one, down
   * the whole chain. No cell is created, and no price that is there is changed.
   * @param dates in their order, none twice
   */
  async fillUnpriced(manager: EntityManager, tree: LinkedRatePlan[], dates: CalendarDate[]): Promise<void> {
    if (dates.length === 0 || !tree.some((plan) => plan.derivation)) return;
    const axis = new DayAxis(dates);
    const stored = await this.treePrices.load(manager, tree, dates);
    const filled: PriceRows = new Map();
    for (const plan of tree) {
      if (!plan.derivation || !plan.derivedFromId) continue;
      const cells = stored.get(plan.id);
      const parentCells = stored.get(plan.derivedFromId);
      const derive = deriver(plan, axis);
      const row = axis.row(GAP, (date, day) => {
        const parentPrice = parentCells?.get(date);
        if (cells?.get(date) !== null || typeof parentPrice !== 'bigint') return GAP;
        const price = derive(parentPrice, day);
        cells.set(date, price);
        return price;
      });
      if (row.some((price) => price !== GAP)) filled.set(plan.id, row);
    }
    for (const [roomId, grid] of gridsByRoom(tree, filled, axis)) {
      await this.prices.updateChanged(manager, roomId, grid);
    }
  }

  /**
   * The usual push finds every cell there, with another price, and pays one statement.
   * @returns the dates on which the grid's first plan had another price, or none
   */
  private async save(
    manager: EntityManager,
    roomId: RoomId,
    grid: PriceGrid,
    axis: DayAxis,
  ): Promise<CalendarDate[]> {
    const { dates } = axis;
    const wanted = grid.ratePlanIds.length * dates.length;
    const { written, datesOfFirst } = await this.prices.updateChanged(manager, roomId, grid);
    if (written === wanted) return datesOfFirst;
    const { cells } = await this.prices.countCells(manager, roomId, grid.ratePlanIds, axis);
    if (cells === wanted) return datesOfFirst;
    const noRooms = dates.map(() => 0);
    await this.roomAvailability.insertMissing(manager, roomId, dates, noRooms);
    const created = await this.prices.insertMissing(manager, roomId, grid);
    return [...datesOfFirst, ...created];
  }
}

function deriveRow(plan: LinkedRatePlan, rows: PriceRows, axis: DayAxis): TenThousandths[] {
  const parentRow = plan.derivedFromId && rows.get(plan.derivedFromId);
  if (!parentRow) throw new Error(`Rate plan ${plan.id} comes before its parent`);
  const derive = deriver(plan, axis);
  return parentRow.map((price, day) => (price === GAP ? GAP : derive(price, day)));
}

/** Makes the price of a plan from its parent's; the day is there to be named in the refusal. */
function deriver(
  plan: LinkedRatePlan,
  axis: DayAxis,
): (parent: TenThousandths, day: number) => TenThousandths {
  const rule = ruleOf(plan);
  return (parent, day) => {
    const price = rule(parent);
    if (price < PRICE_LIMIT) return price;
    throw new BadRequestException(priceLimitMessage(plan, axis.dateOf(day)));
  };
}

function gridsByRoom(tree: LinkedRatePlan[], rows: PriceRows, axis: DayAxis): Map<RoomId, PriceGrid> {
  const priced = tree.filter(({ id }) => rows.has(id));
  const grids = new Map<RoomId, PriceGrid>();
  for (const [roomId, plans] of groupBy(priced, (plan) => plan.roomId)) {
    const ratePlanIds = plans.map(({ id }) => id);
    const prices = ratePlanIds.flatMap((id) => rows.get(id) ?? []);
    grids.set(roomId, { ratePlanIds, from: axis.from, days: axis.days, prices });
  }
  return grids;
}
