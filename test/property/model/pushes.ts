import type { Cause, Value } from './cell';
import type { Hotel } from './hotel';
import type { Journal, JournalRecord } from './journal';
import type { Decision, Guard, Push } from './steps';

/** What pushes, releases and discards do to a hotel, and what the journal has of it. */
export class Pushes {
  constructor(
    private readonly hotel: Hotel,
    private readonly journal: Journal,
  ) {}

  /** @param place that of the call which it repeats: what was set after that is left; null of a new one */
  push(push: Push, cause: Cause, place: number | null): JournalRecord[] {
    return push.kind === 'prices' ? this.prices(push, cause, place) : this.inventory(push, cause, place);
  }

  decide({ kind, ratePlanId, from, to }: Decision, cause: Cause): JournalRecord[] {
    const { held } = this.hotel.plan(ratePlanId);
    const taken = [...held].filter(([date]) => date >= from && date <= to);
    for (const [date] of taken) held.delete(date);
    if (kind === 'release') return taken.map(([date, price]) => this.apply(ratePlanId, date, price, cause));
    return taken.map(([date]) => ({ ratePlanId, date, verdict: 'unchanged', cell: undefined }));
  }

  private prices(
    { ratePlanId, prices }: Push & { kind: 'prices' },
    cause: Cause,
    place: number | null,
  ): JournalRecord[] {
    const { guard, held, cells } = this.hotel.plan(ratePlanId);
    return Object.entries(prices).map(([date, price]) => {
      const isLeft = (id: string) => place !== null && this.isPriceSetSince(id, date, place);
      if (isLeft(ratePlanId)) return { ratePlanId, date, verdict: 'late', cell: undefined };
      if (guard && isOutside(guard, price, cells.get(date)?.value ?? null)) {
        held.set(date, price);
        return { ratePlanId, date, verdict: 'held', cell: undefined };
      }
      held.delete(date);
      return this.apply(ratePlanId, date, price, cause, isLeft);
    });
  }

  private apply(
    ratePlanId: string,
    date: string,
    price: bigint,
    cause: Cause,
    isLeft?: (id: string) => boolean,
  ): JournalRecord {
    const { cells } = this.hotel.plan(ratePlanId);
    const verdict = cells.get(date)?.value === price ? 'unchanged' : 'applied';
    this.hotel.setPrice(ratePlanId, date, price, cause, isLeft);
    return { ratePlanId, date, verdict, cell: cells.get(date) };
  }

  private inventory(
    { roomId, totals }: Push & { kind: 'inventory' },
    cause: Cause,
    place: number | null,
  ): JournalRecord[] {
    const cellOf = (date: string) => this.hotel.cell(roomId, null, date);
    const verdicts = Object.entries(totals).map(([date, total]) => {
      if (place !== null && this.areRoomsSetSince(roomId, date, place)) return 'late';
      return cellOf(date)?.value === BigInt(total) ? 'unchanged' : 'applied';
    });
    const inTime = Object.entries(totals).filter((_, index) => verdicts[index] !== 'late');
    this.hotel.setRooms(roomId, inTime, cause);
    return Object.keys(totals).map((date, index) => ({
      ratePlanId: null,
      date,
      verdict: verdicts[index] ?? 'applied',
      cell: cellOf(date),
    }));
  }

  /** Pushed to the plan or to what it derives from, or changed by people. A held price is set for its own plan. */
  private isPriceSetSince(ratePlanId: string, date: string, place: number): boolean {
    const lineage = this.hotel.lineage(ratePlanId);
    const isPushed = this.journal
      .after(place)
      .some(
        ({ operation, ratePlanId: pushedId, records }) =>
          (operation === 'prices' || operation === 'release') &&
          pushedId !== null &&
          lineage.includes(pushedId) &&
          records.some(
            (record) =>
              record.date === date &&
              (isSet(record) || (record.verdict === 'held' && pushedId === ratePlanId)),
          ),
      );
    const { changes = [] } = this.hotel.plan(ratePlanId).cells.get(date) ?? {};
    return isPushed || changes.some(({ kind, at }) => kind !== 'push' && at > place);
  }

  private areRoomsSetSince(roomId: string, date: string, place: number): boolean {
    const isPushed = this.journal
      .after(place)
      .some(
        (entry) =>
          entry.operation === 'inventory' &&
          entry.roomId === roomId &&
          entry.records.some((record) => record.date === date && isSet(record)),
      );
    const { changes = [] } = this.hotel.cell(roomId, null, date) ?? {};
    return isPushed || changes.some(({ kind, at }) => kind !== 'push' && at > place);
  }
}

function isSet({ verdict }: JournalRecord): boolean {
  return verdict === 'applied' || verdict === 'unchanged';
}

function isOutside(guard: Guard, price: bigint, stored: Value): boolean {
  const { minimum, maxDecreasePercent, maxIncreasePercent } = guard;
  if (minimum !== null && price < minimum) return true;
  if (stored === null || stored === 0n) return false;
  if (maxDecreasePercent !== null && price * 100n < stored * BigInt(100 - maxDecreasePercent)) return true;
  return maxIncreasePercent !== null && price * 100n > stored * BigInt(100 + maxIncreasePercent);
}
