import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CellPrice } from './cell';
import type { HeldReason } from './price-guard';

/** A pushed price that a guard keeps from sale. */
export interface HeldCell {
  price: CellPrice;
  reason: HeldReason;
  /** The journal entry of the push. */
  entryId: string;
  /** Text of a `timestamptz`. */
  heldAt: string;
}

/** The held prices of a plan that differ from the stored ones. */
export interface HeldChange {
  ratePlanId: RatePlanId;
  /** By date; undefined for a date without a held price. */
  cells: ReadonlyMap<CalendarDate, HeldCell | undefined>;
  /** Held prices of earlier dates are removed. */
  before: CalendarDate | undefined;
}

/**
 * The held prices of a room's plans. A push replaces those on its dates without knowing them, so they are loaded only if
 * people decide on them.
 */
export class HeldRows {
  private readonly loaded = new Map<RatePlanId, Map<CalendarDate, HeldCell>>();
  private readonly changed = new Map<RatePlanId, Map<CalendarDate, HeldCell | undefined>>();
  private readonly before = new Map<RatePlanId, CalendarDate>();

  /** Adds a stored held price. */
  load(ratePlanId: RatePlanId, date: CalendarDate, cell: HeldCell): void {
    ensure(this.loaded, ratePlanId).set(date, cell);
  }

  /** Returns the loaded held prices of a plan, without those that were removed since, in the order of their dates. */
  of(ratePlanId: RatePlanId): ({ date: CalendarDate } & HeldCell)[] {
    const cells = new Map<CalendarDate, HeldCell | undefined>([
      ...(this.loaded.get(ratePlanId) ?? []),
      ...(this.changed.get(ratePlanId) ?? []),
    ]);
    return [...cells]
      .flatMap(([date, cell]) => (cell ? [{ date, ...cell }] : []))
      .sort((one, other) => (one.date < other.date ? -1 : 1));
  }

  hasChanged(ratePlanId: RatePlanId): boolean {
    return this.changed.has(ratePlanId);
  }

  /** Holds a price in place of an earlier one. */
  hold(ratePlanId: RatePlanId, date: CalendarDate, cell: HeldCell): void {
    ensure(this.changed, ratePlanId).set(date, cell);
  }

  /** Removes the held price of a date, if there is one. */
  remove(ratePlanId: RatePlanId, date: CalendarDate): void {
    ensure(this.changed, ratePlanId).set(date, undefined);
  }

  removeBefore(ratePlanId: RatePlanId, date: CalendarDate): void {
    ensure(this.changed, ratePlanId);
    this.before.set(ratePlanId, date);
  }

  get changes(): HeldChange[] {
    return [...this.changed].map(([ratePlanId, cells]) => ({
      ratePlanId,
      cells,
      before: this.before.get(ratePlanId),
    }));
  }
}

function ensure<K, V>(maps: Map<RatePlanId, Map<K, V>>, ratePlanId: RatePlanId): Map<K, V> {
  let map = maps.get(ratePlanId);
  if (!map) maps.set(ratePlanId, (map = new Map<K, V>()));
  return map;
}
