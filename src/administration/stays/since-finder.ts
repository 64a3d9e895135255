import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CellPast, Since, SincePlace } from '../../calendar/history/since';
import { RoomAvailabilityPastRepository } from '../../inventory/room-availability-past.repository';
import { RateRoomAvailabilityPastRepository } from '../../pricing/rate-room-availability-past.repository';
import type { Closure } from '../../room/closures/closure.repository';
import { SinceRepository } from './since.repository';
import type { ReasonCode, StayReason } from './stay-reasons';

/** These reasons have no call to find: no call set them, or the closure is the cause itself. */
const NOT_SEARCHED = new Set<ReasonCode>(['outsideWindow', 'noRecord', 'closedByPlatform']);
/**
 * How many states one answer searches, if all dates have as many as the first one: 30 nights with ten changes a day over the
 * retention of 800 days.
 */
const MAX_SCANNED = 250_000;

const LIMITS = {
  tooManyGuests: 'maximumGuests',
  tooManyAdults: 'adults',
  tooManyChildren: 'children',
} as const;

/** Finds the journal entries behind the reasons against a stay. */
@Injectable()
export class SinceFinder {
  constructor(
    private readonly repository: SinceRepository,
    private readonly roomsLeft: RoomAvailabilityPastRepository,
    private readonly plans: RateRoomAvailabilityPastRepository,
  ) {}

  /** Returns where the past of a plan begins, and where its values are in states. */
  pastOf(manager: EntityManager, place: SincePlace): Promise<CellPast> {
    return this.repository.findPast(manager, place);
  }

  /**
   * @param past the past of the plan, from `pastOf`
   * @returns the entry that set the value of each reason; undefined if it is unknown
   */
  async find(
    manager: EntityManager,
    past: CellPast,
    reasons: readonly StayReason[],
    closures: readonly Closure[],
  ): Promise<(Since | undefined)[]> {
    const known = new Map(closures.map((closure) => [closure.id, sinceOf(closure)]));
    const searched = reasons.filter(({ code }) => !NOT_SEARCHED.has(code));
    if (searched.length === 0) return reasons.map(({ closureId = '' }) => known.get(closureId));
    const depth = Math.ceil(MAX_SCANNED / searched.length);
    const codes = [...new Set(searched.map(({ code }) => code))];
    const found = await Promise.all(codes.map((code) => this.findOf(manager, past, code, depth, reasons)));
    const byReason = new Map(found.flat());
    return reasons.map((reason) => byReason.get(reason) ?? known.get(reason.closureId ?? ''));
  }

  private async findOf(
    manager: EntityManager,
    past: CellPast,
    code: ReasonCode,
    depth: number,
    all: readonly StayReason[],
  ): Promise<(readonly [StayReason, Since])[]> {
    const reasons = all.filter((reason) => reason.code === code);
    const search = { dates: reasons.flatMap(({ date }) => date ?? []), depth };
    switch (code) {
      case 'priceNotSet':
        return assign(reasons, await this.plans.findSinceNotSet(manager, past, search));
      case 'noRoomsLeft':
        return assign(reasons, await this.roomsLeft.findSinceNoRooms(manager, past, search));
      case 'roomClosed':
        return assign(reasons, await this.roomsLeft.findSinceClosed(manager, past, search));
      case 'tooManyGuests':
      case 'tooManyAdults':
      case 'tooManyChildren': {
        const since = await this.repository.findLimit(manager, past, LIMITS[code]);
        return since ? reasons.map((reason) => [reason, since] as const) : [];
      }
      case 'stopSell':
      case 'closedToArrival':
      case 'closedToDeparture':
        return assign(reasons, await this.plans.findSinceRestricted(manager, past, search, code, 1));
      case 'minStayArrival':
      case 'minStayThrough':
      case 'maxStay': {
        const value = reasons[0]?.limit ?? 0;
        return assign(reasons, await this.plans.findSinceRestricted(manager, past, search, code, value));
      }
      default:
        return [];
    }
  }
}

function assign(
  reasons: StayReason[],
  found: (Since & { date: string })[],
): (readonly [StayReason, Since])[] {
  const byDate = new Map(found.map(({ date, ...since }) => [date, since]));
  return reasons.flatMap((reason) => {
    const since = byDate.get(reason.date ?? '');
    return since ? [[reason, since] as const] : [];
  });
}

function sinceOf({ id, createdAt, createdBy }: Closure): Since {
  return { requestId: id, at: createdAt, token: createdBy };
}
