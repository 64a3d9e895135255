import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NO_RECORD } from '../../calendar/cell';
import { CellReader } from '../../calendar/cell-reader';
import { formatNumber } from '../../calendar/derivation/money';
import type { CellPast } from '../../calendar/history/since';
import type { LoadedCells } from '../../calendar/loaded-cells';
import type { PackedRestrictions, RestrictionName } from '../../calendar/restrictions';
import { restrictionIn, RESTRICTIONS } from '../../calendar/restrictions';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { addDays, daysBetween } from '../../platform/dates/calendar-date';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { datesOf } from '../../platform/dates/date-range';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { FieldError } from '../../platform/http/problem';
import { invalid, notFound, ProblemException } from '../../platform/http/problem';
import type { Closure } from '../../room/closures/closure.repository';
import { ClosureRepository } from '../../room/closures/closure.repository';
import type { ShownRooms } from '../calendar/shown-room';
import { ShownRoomsService } from '../calendar/shown-rooms.service';
import { SinceFinder } from './since-finder';
import type { Stay, StayDay, StayFacts } from './stay-reasons';
import { stayReasons } from './stay-reasons';
import type { StayQueryDto, StayView } from './stay.dto';
import { StayRepository } from './stay.repository';

const MAX_STAY_NIGHTS = 90;
/** This limit keeps the answer below 4 MiB, however many closures overlap. */
const MAX_REASONS = 5_000;

/** A rate plan, its room, and the input of the decision on a stay. */
interface FoundStay {
  roomId: RoomId;
  currency: string;
  facts: StayFacts;
  closures: Closure[];
  past: CellPast;
}

/** Decides whether a stay can be booked, now or at a past moment, and if not, why. */
@Injectable()
export class StaysService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly rooms: ShownRoomsService,
    private readonly cells: CellReader,
    private readonly stays: StayRepository,
    private readonly closures: ClosureRepository,
    private readonly since: SinceFinder,
    private readonly window: UpdateWindow,
  ) {}

  /** @throws ProblemException 400 for the dates or guests, 404 if the plan or the past of that moment is not known */
  async read({ ratePlanId: planId, at, ...wish }: StayQueryDto): Promise<StayView> {
    const stay = stayOf(wish);
    const ratePlanId = planId as RatePlanId;
    const source = this.rooms.at(at);
    return this.transactions.read((manager) => this.answer(manager, source, ratePlanId, stay));
  }

  private async answer(
    manager: EntityManager,
    source: ShownRooms,
    ratePlanId: RatePlanId,
    stay: Stay,
  ): Promise<StayView> {
    const { roomId, currency, facts, closures, past } = await this.find(manager, source, ratePlanId, stay);
    const all = stayReasons(stay, facts);
    const reasons = all.slice(0, MAX_REASONS);
    const since = await this.since.find(manager, past, reasons, closures);
    const nights = facts.days.slice(0, -1);
    const isPriced = nights.every(({ price }) => price >= 0);
    return {
      bookable: all.length === 0,
      price: isPriced ? formatNumber(nights.reduce((sum, { price }) => sum + price, 0)) : null,
      currency,
      roomId,
      at: source.at,
      nights: nights.map(({ date, price, totalRooms, occupiedRooms }) => ({
        date,
        price: price < 0 ? null : formatNumber(price),
        roomsLeft: totalRooms === NO_RECORD ? null : totalRooms - occupiedRooms,
      })),
      reasons: reasons.map(({ closureId: _, ...reason }, index) => ({
        ...reason,
        since: since[index] ?? null,
      })),
    };
  }

  private async find(
    manager: EntityManager,
    source: ShownRooms,
    ratePlanId: RatePlanId,
    stay: Stay,
  ): Promise<FoundStay> {
    const range = { from: stay.arrival, to: stay.departure };
    const roomId = await this.stays.findRoomOf(manager, ratePlanId, source.at);
    if (!roomId) throw notFound('rate plan', ratePlanId);
    const room = await source.findRoom(manager, roomId);
    const plan = room.plans.find(({ id }) => id === ratePlanId);
    if (!plan) throw new ProblemException(404, `There was no rate plan ${ratePlanId} at ${source.at}`);
    // All statements are sent before the first answer, so that they share a round trip.
    const [cells, limits, closures, past] = await Promise.all([
      this.cells.read(manager, [room], datesOf(range), source.at),
      this.stays.readLimits(manager, roomId, source.at),
      this.closures.findEffective(manager, [roomId], { ...range, to: addDays(range.to, -1) }, source.at),
      this.since.pastOf(manager, { roomId, ratePlanId, until: source.at ?? 'infinity' }),
    ]);
    const ofPlan = closures.filter(
      (closure) => closure.ratePlanId === null || closure.ratePlanId === ratePlanId,
    );
    const days = daysOf(cells.get(roomId) as LoadedCells, ratePlanId);
    const window = source.at === null ? this.window.current() : this.window.at(new Date(source.at));
    return {
      roomId,
      currency: plan.currency,
      closures: ofPlan,
      past,
      facts: { days, ...limits, closures: ofPlan, window },
    };
  }
}

function unpacked(packed: PackedRestrictions): Record<RestrictionName, number> {
  const entries = RESTRICTIONS.map((name) => [name, restrictionIn(packed, name)] as const);
  return Object.fromEntries(entries) as Record<RestrictionName, number>;
}

/** The booked rooms of a past moment are not known, so they count as 0. */
function daysOf(cells: LoadedCells, ratePlanId: RatePlanId): StayDay[] {
  const [prices, restrictions] = [cells.pricesOf(ratePlanId), cells.findRestrictions(ratePlanId)];
  return cells.dates.map((date, day) => ({
    date,
    isClosed: cells.closed[day] ?? false,
    totalRooms: cells.roomsLeft[day] ?? NO_RECORD,
    occupiedRooms: Math.max(0, cells.occupied[day] ?? 0),
    price: prices[day] ?? NO_RECORD,
    ...unpacked(restrictions?.[day] ?? 0),
  }));
}

/** @throws ProblemException 400 */
function stayOf({ arrival, departure, adults, children }: Omit<StayQueryDto, 'ratePlanId' | 'at'>): Stay {
  const stay = { arrival: arrival as CalendarDate, departure: departure as CalendarDate, adults, children };
  const nights = daysBetween(stay.arrival, stay.departure);
  const errors: FieldError[] = [];
  if (nights < 1) errors.push({ pointer: '/departure', message: `must be after ${arrival}` });
  if (nights > MAX_STAY_NIGHTS)
    errors.push({
      pointer: '/departure',
      message: `must be at most ${MAX_STAY_NIGHTS} nights after ${arrival}`,
    });
  if (adults + children < 1)
    errors.push({ pointer: '/adults', message: 'must be at least 1 without children' });
  if (errors.length > 0) throw invalid(errors);
  return stay;
}
