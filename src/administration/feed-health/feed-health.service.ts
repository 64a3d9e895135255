import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { addDays, daysBetween } from '../../platform/dates/calendar-date';
import { Clock } from '../../platform/dates/clock';
import type { DateRange } from '../../platform/dates/date-range';
import { UpdateWindow } from '../../platform/dates/update-window';
import { RatePlanRepository } from '../../pricing/rate-plans/rate-plan.repository';
import { RateRoomAvailabilityRepository } from '../../pricing/rate-room-availability.repository';
import type { Outcome } from '../../push/journal/journaled-call';
import { invalid } from '../../platform/http/problem';
import { keyAt } from '../../push/journal/request-id';
import type { FeedHealth, FeedHealthQueryDto } from './feed-health.dto';
import type { Keys, PageStart, PushedRoom } from './feed-health.repository';
import { FeedHealthRepository } from './feed-health.repository';

const HOUR_MS = 3_600_000;
const DAYS_AHEAD = 30;
/** Limits the entries that are counted for each outcome, so that the cost does not grow with the number of refusals. */
const MAX_COUNTED = 2_000;
const MAX_REASONS = 5;
const PROBLEMS: Outcome[] = ['refused', 'failed', 'emptyList', 'roomMissing', 'ratePlanMissing'];

/** Reports the health of the channel managers' feed. */
@Injectable()
export class FeedHealthService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
    private readonly window: UpdateWindow,
    private readonly health: FeedHealthRepository,
    private readonly ratePlans: RatePlanRepository,
    private readonly prices: RateRoomAvailabilityRepository,
  ) {}

  /** Reads the figures and a page of rooms in one snapshot. */
  async read({ propertyName, withoutProperty, limit, cursor }: FeedHealthQueryDto): Promise<FeedHealth> {
    const rooms = withoutProperty === 'true' ? null : propertyName;
    const keys = this.keys();
    const today = this.window.today();
    const range = { from: today, to: addDays(today, DAYS_AHEAD - 1) };
    return this.transactions.read(async (manager) => {
      const [{ counts, page }, problems, held, closures] = await Promise.all([
        this.health.readRooms(manager, keys, pageStartOf(cursor), limit + 1, rooms),
        this.health.countProblems(manager, PROBLEMS, keys, MAX_COUNTED, MAX_REASONS, rooms),
        this.health.countHeld(manager, keys, MAX_COUNTED, rooms),
        this.health.countClosures(manager, today, rooms),
      ]);
      const shown = page.slice(0, limit);
      const roomIds = shown.map(({ roomId }) => roomId);
      const missing = await this.countMissingPrices(manager, roomIds, range);
      const last = page.length > limit ? shown.at(-1) : undefined;
      return {
        rooms: counts,
        problems,
        held,
        closures,
        items: shown.map((room) => ({
          ...withLastPush(room),
          missingPrices: missing.get(room.roomId) ?? 0,
        })),
        nextCursor: last ? `${last.requestId ?? ''}:${last.roomId}` : null,
      };
    });
  }

  /** Counts the missing prices of each room: days on which a plan has none. */
  private async countMissingPrices(
    manager: EntityManager,
    roomIds: RoomId[],
    range: DateRange,
  ): Promise<Map<RoomId, number>> {
    const [plans, counts] = await Promise.all([
      this.ratePlans.listOfRooms(manager, roomIds),
      this.prices.countPricesOfPlans(manager, roomIds, range),
    ]);
    const countOf = new Map(counts.map(({ ratePlanId, count }) => [ratePlanId, count]));
    const days = daysBetween(range.from, range.to) + 1;
    const missing = new Map<RoomId, number>();
    for (const { id, roomId } of plans)
      missing.set(roomId, (missing.get(roomId) ?? 0) + days - (countOf.get(id) ?? 0));
    return missing;
  }

  private keys(): Keys {
    const keyBefore = (hours: number) => keyAt(new Date(this.clock.now().getTime() - hours * HOUR_MS));
    return { hour: keyBefore(1), day: keyBefore(24), week: keyBefore(7 * 24) };
  }
}

function pageStartOf(cursor: string | undefined): PageStart | undefined {
  if (cursor === undefined) return undefined;
  const [requestId, id] = cursor.split(':');
  const roomId = parseId<RoomId>(id);
  if (!roomId) throw invalid([{ pointer: '/cursor', message: 'must be the nextCursor of the page before' }]);
  return { requestId: requestId || null, roomId };
}

function withLastPush({ roomId, name, propertyName, requestId, at, outcome }: PushedRoom) {
  const lastPush = requestId !== null && at !== null && outcome !== null ? { requestId, at, outcome } : null;
  return { roomId, name, propertyName, lastPush };
}
