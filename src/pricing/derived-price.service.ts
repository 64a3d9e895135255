import { BadRequestException, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { DayAxis } from '../platform/dates/day-axis';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { SetPrices } from '../calendar/history/set-since.repository';
import { StateRepository } from '../calendar/history/state.repository';
import type { DatedRecord } from '../push/dated-array';
import type { TenThousandths } from '../calendar/derivation/money';
import { PRICE_LIMIT } from '../calendar/derivation/money';
import { ruleOf, priceLimitMessage } from '../calendar/derivation/plan-rule';
import type { PriceGrid } from './price-grid';
import { GAP } from './price-grid';
import { groupBy } from './group-by';
import type { ReachedPlans } from './linked-rooms.service';
import type { LinkedRatePlan } from './rate-plans/rate-plan.entity';
import type { CellPrice, GridUpdate, StoredPrices, WrittenPrices } from './rate-room-availability.repository';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';
import { TreePrices } from './tree-prices';

/** From so many prices on, derived ones included, what an update compares and returns takes longer than another statement. */
const MIN_LARGE_PUSH = 300;

/** Prices of plans by the position of the day. */
type PriceRows = Map<RatePlanId, TenThousandths[]>;

/**
 * Calculates and stores the prices of derived plans, inside a transaction that has locked the rooms of all plans that
 * it is given. A tree names a parent before what derives from it.
 */
@Injectable()
export class DerivedPriceService {
  constructor(
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly treePrices: TreePrices,
    private readonly states: StateRepository,
  ) {}

  /**
   * Sets pushed prices of the tree's first plan, and recalculates every plan below it for those dates.
   * Cells that are missing are created, with an availability of no rooms where that is missing too.
   * @param pushed in the order of their dates, none twice
   * @param later what newer pushes have set below the first plan, and is left as it is
   * @returns the dates on which the first plan had another price, or none
   * @throws BadRequestException where a derived price would be above what can be stored
   */
  async applyPush(
    manager: EntityManager,
    { tree, plans, moment }: ReachedPlans,
    pushed: DatedRecord<TenThousandths>[],
    later: SetPrices = new Map(),
  ): Promise<Set<CalendarDate>> {
    const [selected] = tree;
    if (!selected || pushed.length === 0) return new Set();
    const axis = new DayAxis(pushed.map(({ date }) => date));
    const prices = pushed.map(({ value }) => value);
    const pushedRow = axis.place(GAP, prices);
    const isLarge = pushedRow.length * tree.length >= MIN_LARGE_PUSH && !axis.hasGaps && later.size === 0;
    const compared = isLarge
      ? this.prices.compare(manager, selected.roomId, gridOf([selected.id], axis, pushedRow))
      : undefined;
    if (compared) await flush(compared);
    const rows: PriceRows = new Map([[selected.id, pushedRow]]);
    for (const plan of tree.slice(1)) {
      const newer = later.get(plan.id);
      const row = deriveRow(plan, rows, axis);
      rows.set(plan.id, newer ? row.map((price, day) => (newer.has(axis.dateOf(day)) ? GAP : price)) : row);
    }
    const changed = new Set<CalendarDate>();
    for (const [roomId, grid] of gridsByRoom(tree, rows, axis)) {
      const withStates =
        later.size === 0 && plans.filter((plan) => plan.roomId === roomId).length === grid.ratePlanIds.length;
      const update = { roomId, grid, pushedId: selected.id, moment, withStates };
      for (const date of await this.save(manager, update, compared)) changed.add(date);
    }
    return changed;
  }

  /**
   * Gives cells of derived plans that have no price yet their derived price, where the parent has one, down
   * the whole chain. No cell is created, and no price that is there is changed.
   * @param dates in their order, none twice
   * @returns of which dates of which rooms the states have to be stored
   */
  async fillUnpriced(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<Map<RoomId, Set<CalendarDate>>> {
    if (dates.length === 0 || !tree.some((plan) => plan.derivation)) return new Map();
    const stored = await this.treePrices.load(manager, tree, dates);
    const filled: (CellPrice & { roomId: RoomId })[] = [];
    for (const plan of tree) {
      if (!plan.derivation || !plan.derivedFromId) continue;
      const cells = stored.get(plan.id);
      const parentCells = stored.get(plan.derivedFromId);
      const derive = deriver(plan);
      for (const date of dates) {
        const parentPrice = parentCells?.get(date);
        if (cells?.get(date) !== null || typeof parentPrice !== 'bigint') continue;
        const price = derive(parentPrice, () => date);
        cells.set(date, price);
        filled.push({ roomId: plan.roomId, ratePlanId: plan.id, date, price });
      }
    }
    const ofRooms = groupBy(filled, (cell) => cell.roomId);
    for (const [roomId, cells] of ofRooms) await this.prices.update(manager, roomId, cells);
    return new Map([...ofRooms].map(([roomId, cells]) => [roomId, new Set(cells.map(({ date }) => date))]));
  }

  /**
   * The usual push finds every cell there, with another price, and pays one statement. Where it is for all plans of the
   * room, that one stores the states of its dates as well.
   * @returns the dates on which the pushed plan had another price, or none
   */
  private async save(
    manager: EntityManager,
    update: GridUpdate,
    compared?: Promise<StoredPrices>,
  ): Promise<CalendarDate[]> {
    const written = [await this.update(manager, update, compared)];
    if (written.some(({ isComplete }) => !isComplete))
      written.push(await this.prices.insertMissing(manager, update));
    const pushedDates = written.flatMap((part) => part.pushedDates);
    const dates = new Set([...pushedDates, ...written.flatMap((part) => part.otherDates)]);
    if (!update.withStates && dates.size > 0)
      await this.states.recordPrices(manager, update.roomId, [...dates], update.moment);
    return pushedDates;
  }

  /**
   * Where all prices of the pushed plan change, those of all plans are written without being compared or returned; where
   * none does, usually none of the others does either, and nothing is written.
   * @param compared how the prices of the pushed plan compare with the stored ones, for a large push without gaps
   */
  private async update(
    manager: EntityManager,
    update: GridUpdate,
    compared?: Promise<StoredPrices>,
  ): Promise<WrittenPrices> {
    const { roomId, grid, pushedId } = update;
    const own = grid.ratePlanIds.includes(pushedId) ? await compared : undefined;
    const { dates } = grid.axis;
    if (own?.stored === dates.length && own.same === 0) {
      const isComplete = await this.prices.updateAll(manager, update);
      return { isComplete, pushedDates: dates, otherDates: [] };
    }
    const all = own?.same === dates.length ? await this.prices.compare(manager, roomId, grid) : undefined;
    if (all?.same === grid.prices.length) return { isComplete: true, pushedDates: [], otherDates: [] };
    return this.prices.updateChanged(manager, update);
  }
}

/** Sends a statement before what is calculated next keeps the event loop busy: the database works meanwhile. */
async function flush(answer: Promise<unknown>): Promise<void> {
  // Whoever needs the answer meets its failure; nobody does where a derived price is refused.
  answer.catch(() => undefined);
  await setImmediate();
}

function deriveRow(plan: LinkedRatePlan, rows: PriceRows, axis: DayAxis): TenThousandths[] {
  const parentRow = plan.derivedFromId && rows.get(plan.derivedFromId);
  if (!parentRow) throw new Error(`Rate plan ${plan.id} comes before its parent`);
  const derive = deriver(plan);
  return parentRow.map((price, day) => (price === GAP ? GAP : derive(price, () => axis.dateOf(day))));
}

/** Makes the price of a plan from its parent's; the date is there to be named in the refusal. */
function deriver(plan: LinkedRatePlan): (parent: TenThousandths, date: () => CalendarDate) => TenThousandths {
  const rule = ruleOf(plan);
  return (parent, date) => {
    const price = rule(parent);
    if (price < PRICE_LIMIT) return price;
    throw new BadRequestException(priceLimitMessage(plan, date()));
  };
}

function gridsByRoom(tree: LinkedRatePlan[], rows: PriceRows, axis: DayAxis): Map<RoomId, PriceGrid> {
  const grids = new Map<RoomId, PriceGrid>();
  for (const [roomId, plans] of groupBy(tree, (plan) => plan.roomId)) {
    const ratePlanIds = plans.map(({ id }) => id).sort(byNumber);
    const ofPlans = ratePlanIds.map((id) => rows.get(id) ?? []);
    const prices: TenThousandths[] = [];
    for (let day = 0; day < axis.days; day++) for (const row of ofPlans) prices.push(row[day] ?? GAP);
    grids.set(roomId, gridOf(ratePlanIds, axis, prices));
  }
  return grids;
}

function gridOf(ratePlanIds: RatePlanId[], axis: DayAxis, prices: TenThousandths[]): PriceGrid {
  return { ratePlanIds, axis, prices, text: `{${prices.join()}}` };
}
