import { Injectable } from '@nestjs/common';
import { NotificationService } from '../notification/notification.service';
import { UpdateWindow } from '../platform/dates/update-window';
import type { DatedArray, DatedRecord } from '../push/dated-array';
import type { PushRecords } from '../push/journal/journaled-call';
import { markExcluded, receivedOf } from '../push/journal/verdicts';
import type { CallResult } from '../push/journal/journaled-call';
import type { Push, DecisionInput } from '../push/push';
import type { PushResult } from '../push/push-answer';
import { pushResult } from '../push/push-answer';
import { PushEngine } from '../push/push-engine';

/** A push of closed dates after the check against the update window. */
interface BlackoutPush {
  push: Push;
  /** Ordered by date, without duplicates. */
  accepted: DatedRecord<boolean>[];
  received: PushRecords;
  propertyName: string | null;
}

/** The name of the values in e-mails. */
const WHAT = 'closed dates';

/** Executes updateCalendarBlackout: it closes or opens a room by date. */
@Injectable()
export class BlackoutService {
  constructor(
    private readonly engine: PushEngine,
    private readonly window: UpdateWindow,
    private readonly notifications: NotificationService,
  ) {}

  async update(push: Push, { records, propertyName }: DatedArray<boolean>): Promise<PushResult> {
    const { accepted, exclusions } = this.window.select(records);
    const received = receivedOf(records, exclusions, (closed) => (closed ? '1' : '0'));
    const result = await this.engine.run({
      push,
      planIds: [],
      dates: accepted.map(({ date }) => date),
      payload: received,
      prices: 'none',
      decide: this.decide.bind(this, { push, accepted, received, propertyName }),
    });
    return pushResult(result);
  }

  private decide(
    { push: { roomId }, accepted, received, propertyName }: BlackoutPush,
    { calendars, newer, appliedAt }: DecisionInput,
  ): CallResult {
    if (received.dates.length === 0)
      return { outcome: 'emptyList', notice: this.notifications.emptyRestrictionList(WHAT) };
    const calendar = calendars.find(roomId);
    if (!calendar) {
      const notice = this.notifications.restrictionRoomMissing(propertyName, WHAT);
      return { outcome: 'roomMissing', received, notice };
    }
    const late = newer?.dates ?? new Set();
    const inTime = accepted.filter(({ date }) => !late.has(date));
    const changed = inTime.filter(({ date, value }) => calendar.setClosed(date, value));
    return {
      outcome: 'applied',
      appliedAt,
      received: markExcluded(received, late, 'late'),
      changed: new Set(changed.map(({ date }) => date)),
    };
  }
}
