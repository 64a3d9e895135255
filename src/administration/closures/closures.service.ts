import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import type { EffectiveTime } from '../../calendar/history/effective-time';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { addYears } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import { momentText } from '../../platform/dates/microseconds';
import { UpdateWindow } from '../../platform/dates/update-window';
import { pageOf } from '../../platform/http/page';
import type { FieldError } from '../../platform/http/problem';
import { conflict, invalid, notFound } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { RatePlanRepository } from '../../pricing/rate-plans/rate-plan.repository';
import { ChangeRunner } from '../../push/change-runner';
import { changesOf } from '../../push/journal/changes';
import type { Closure } from '../../room/closures/closure.repository';
import { ClosureRepository, openingOf } from '../../room/closures/closure.repository';
import type { ClosurePage, ClosureView, CreateClosureDto, ListClosuresDto } from './closure.dto';

/** A later date is a typing error: the closure would have no effect on the intended dates. */
const MAX_YEARS_AHEAD = 5;
/** The calendar of a room shows all of its open closures. */
const MAX_OPEN_PER_ROOM = 500;

/** Closes rooms and rate plans for sale, and opens them again, for administrators. */
@Injectable()
export class ClosuresService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly store: CalendarStore,
    private readonly ratePlans: RatePlanRepository,
    private readonly closures: ClosureRepository,
    private readonly window: UpdateWindow,
  ) {}

  /** @throws ProblemException 400 for the dates or a plan of another room, 404, or 409 for too many closures */
  async create(
    call: Call,
    { roomId: room, ratePlanId: plan, reason, ...dates }: CreateClosureDto,
  ): Promise<ClosureView> {
    const range = this.rangeOf(dates);
    const [roomId, ratePlanId] = [room as RoomId, (plan ?? null) as RatePlanId | null];
    await this.changes.run(call, 'createClosure', async (manager) => {
      const effectiveTime = await this.lock(manager, roomId, call);
      if (ratePlanId) await this.assertBelongs(manager, ratePlanId, roomId);
      await this.assertRoomHasSpace(manager, roomId);
      const closure = { id: call.id, roomId, ratePlanId, ...range, reason };
      await this.closures.insert(manager, {
        ...closure,
        createdAt: effectiveTime.at,
        createdBy: call.token?.name ?? null,
      });
      const changes = changesOf(null, fieldsOf(closure));
      return { roomId, ratePlanId, changes, closed: range, appliedAt: effectiveTime.at };
    });
    return this.transactions.read((manager) => this.get(manager, call.id));
  }

  async list({ limit, cursor, propertyName, roomId, open }: ListClosuresDto): Promise<ClosurePage> {
    const filter = {
      propertyName,
      roomId: roomId as RoomId | undefined,
      isOpen: open === undefined ? undefined : open === 'true',
      cursor,
    };
    return this.transactions.read(async (manager) => {
      const found = await this.closures.list(manager, filter, this.window.today(), limit + 1);
      return pageOf(found, limit, (closures) => closures);
    });
  }

  /** Opens a closure; an opened one stays unchanged. @throws ProblemException 404 */
  async open(call: Call, id: string): Promise<void> {
    await this.changes.run(call, 'openClosure', async (manager) => {
      const closure = await this.get(manager, id);
      const { roomId, ratePlanId, from, to } = closure;
      const effectiveTime = await this.store.lockAndTakeMoment(manager, [roomId], call.id);
      // A deleted room has no clock. Its deletion has opened its closures, unless the room was deleted directly in SQL.
      const appliedAt = effectiveTime?.at ?? momentText(Date.now() * 1_000);
      const isOpened = await this.closures.open(manager, closure, openingOf(call, appliedAt));
      const changes = isOpened ? changesOf(fieldsOf(closure), null) : {};
      return { roomId, ratePlanId, changes, ...(isOpened && { closed: { from, to } }), appliedAt };
    });
  }

  /** @throws ProblemException 400 */
  private rangeOf({ from, to }: Pick<CreateClosureDto, 'from' | 'to'>): DateRange {
    const today = this.window.today();
    const last = addYears(today, MAX_YEARS_AHEAD);
    const errors: FieldError[] = [];
    if (from > to) errors.push({ pointer: '/to', message: `must not be before ${from}` });
    if (to < today) errors.push({ pointer: '/to', message: `must not be before today, ${today}` });
    if (to > last) errors.push({ pointer: '/to', message: `must not be after ${last}` });
    if (from < addYears(today, -1))
      errors.push({ pointer: '/from', message: 'must be within the last year or later' });
    if (errors.length > 0) throw invalid(errors);
    return { from: from as CalendarDate, to: to as CalendarDate };
  }

  /** @throws ProblemException 404 */
  private async lock(manager: EntityManager, roomId: RoomId, { id }: Call): Promise<EffectiveTime> {
    const effectiveTime = await this.store.lockAndTakeMoment(manager, [roomId], id);
    if (!effectiveTime) throw notFound('room', roomId);
    return effectiveTime;
  }

  /** @throws ProblemException 404 without the plan, 400 if it belongs to another room */
  private async assertBelongs(manager: EntityManager, ratePlanId: RatePlanId, roomId: RoomId): Promise<void> {
    const plan = await this.ratePlans.find(manager, ratePlanId);
    if (!plan) throw notFound('rate plan', ratePlanId);
    if (plan.roomId === roomId) return;
    throw invalid([
      { pointer: '/ratePlanId', message: `must be a plan of room ${roomId}, not of ${plan.roomId}` },
    ]);
  }

  private async assertRoomHasSpace(manager: EntityManager, roomId: RoomId): Promise<void> {
    const count = await this.closures.countOpen(manager, roomId, null, this.window.today());
    if (count < MAX_OPEN_PER_ROOM) return;
    throw conflict(
      `Room ${roomId} has ${count} open closures; the maximum is ${MAX_OPEN_PER_ROOM}. Open some of them, and close longer ` +
        `ranges of dates.`,
    );
  }

  private async get(manager: EntityManager, id: string): Promise<Closure> {
    const closure = await this.closures.find(manager, id);
    if (!closure) throw notFound('closure', id);
    return closure;
  }
}

/** Returns the fields of a closure that its journal entries show. */
function fieldsOf({ id, from, to, reason }: Pick<Closure, 'id' | 'from' | 'to' | 'reason'>) {
  return { closureId: id, from, to, reason };
}
