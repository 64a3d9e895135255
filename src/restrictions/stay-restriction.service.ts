import { Injectable } from '@nestjs/common';
import { DerivedRestrictionService } from '../calendar/derivation/derived-restriction.service';
import type { CalendarPlan } from '../calendar/calendar-plan';
import type { RestrictionName } from '../calendar/restrictions';
import { effectiveNights } from '../calendar/restrictions';
import type { RoomCalendars } from '../calendar/room-calendars';
import { NotificationService } from '../notification/notification.service';
import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { UpdateWindow } from '../platform/dates/update-window';
import type { DatedArray, DatedRecord } from '../push/dated-array';
import type { PushRecords } from '../push/journal/journaled-call';
import { markExcluded, receivedOf } from '../push/journal/verdicts';
import type { SetCells } from '../push/late-arrivals/newer-writes';
import type { CallResult } from '../push/journal/journaled-call';
import type { Push, DecisionInput } from '../push/push';
import type { PushResult } from '../push/push-answer';
import { pushResult } from '../push/push-answer';
import { PushEngine } from '../push/push-engine';

/** A push of minimum or maximum stays whose dates were checked against the update window. */
interface StayPush {
  push: Push & { ratePlanId: RatePlanId };
  name: StayRestriction;
  /** Ordered by date, without duplicates. */
  accepted: DatedRecord<number>[];
  received: PushRecords;
  propertyName: string | null;
}

/** The dates of a pushed restriction, by outcome. */
export interface RestrictionResult {
  late: ReadonlySet<CalendarDate>;
  changed: ReadonlySet<CalendarDate>;
}

/** The restrictions that these operations set. */
export type StayRestriction = 'minStayArrival' | 'maxStay';

/** The names of the values in e-mails. */
const WHAT: Record<StayRestriction, string> = { minStayArrival: 'minimum stays', maxStay: 'maximum stays' };

/**
 * Executes updateCalendarMinStay and updateCalendarMaxStay. Each sets a restriction by date, for a rate plan and all
 * plans that inherit it.
 */
@Injectable()
export class StayRestrictionService {
  constructor(
    private readonly engine: PushEngine,
    private readonly window: UpdateWindow,
    private readonly derivedRestrictions: DerivedRestrictionService,
    private readonly notifications: NotificationService,
  ) {}

  async update(
    push: StayPush['push'],
    name: StayRestriction,
    { records, propertyName }: DatedArray<number>,
  ): Promise<PushResult> {
    const { accepted, exclusions } = this.window.select(records);
    const received = receivedOf(records, exclusions, String);
    const result = await this.engine.run({
      push,
      planIds: [push.ratePlanId],
      dates: accepted.map(({ date }) => date),
      payload: received,
      withRestrictions: true,
      decide: this.decide.bind(this, { push, name, accepted, received, propertyName }),
    });
    return pushResult(result);
  }

  private decide(
    { push: { roomId, ratePlanId }, name, accepted, received, propertyName }: StayPush,
    { calendars, newer, appliedAt }: DecisionInput,
  ): CallResult {
    if (received.dates.length === 0)
      return { outcome: 'emptyList', notice: this.notifications.emptyRestrictionList(WHAT[name]) };
    const calendar = calendars.find(roomId);
    if (!calendar) {
      const notice = this.notifications.restrictionRoomMissing(propertyName, WHAT[name]);
      return { outcome: 'roomMissing', received, notice };
    }
    const tree = calendars.treeOf(roomId, [ratePlanId]);
    if (tree.length === 0) {
      const notice = this.notifications.ratePlanMissing(propertyName);
      return { outcome: 'ratePlanMissing', appliedAt, received, notice };
    }
    const { late, changed } = this.setRestriction(calendars, tree, name, accepted, newer?.restrictions);
    return { outcome: 'applied', appliedAt, received: markExcluded(received, late, 'late'), changed };
  }

  /**
   * Sets a restriction of a plan in memory, and that of all plans that inherit it.
   * @param tree the plan and all plans below it, each after its parent
   * @param accepted without duplicate dates
   * @param newer what was set since the call that this one repeats
   */
  setRestriction(
    calendars: RoomCalendars,
    tree: readonly CalendarPlan[],
    name: RestrictionName,
    accepted: readonly DatedRecord<number>[],
    newer: SetCells | undefined,
  ): RestrictionResult {
    const [plan] = tree;
    if (!plan) throw new Error('A tree has at least one plan');
    const calendar = calendars.get(plan.roomId);
    const late: ReadonlySet<CalendarDate> = newer?.get(plan.id) ?? new Set();
    const inTime = accepted.filter(({ date }) => !late.has(date));
    const changed = inTime.filter(({ date, value }) =>
      calendar.setRestriction(plan.id, date, name, effectiveNights(name, value)),
    );
    const dates = inTime.map(({ date }) => date);
    this.derivedRestrictions.inherit(calendars, tree, dates, [name], newer);
    return { late, changed: new Set(changed.map(({ date }) => date)) };
  }
}
