import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import type { CalendarDate } from './calendar-date';
import { addDays, addYears, parseCalendarDate } from './calendar-date';
import { Clock } from './clock';
import type { DateRange } from './date-range';

const MILLISECONDS_A_MINUTE = 60_000;
/** The number of days from today that messages of other dialects cover. It is more than two years. */
const MESSAGE_DAYS = 750;

/** The records of a push, selected by the update window. */
export interface Selection<T> {
  /** The last record for each date, in the order of the dates. */
  accepted: T[];
  /**
   * The reason why each received record is not applied; null for an applied one. A record outside the window is
   * skipped.
   */
  exclusions: ('skipped' | 'superseded' | null)[];
}

/** The update window: yesterday to two years from today, in the platform's time zone. */
@Injectable()
export class UpdateWindow {
  private readonly format: Intl.DateTimeFormat;
  private latest?: { minute: number; day: CalendarDate };

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
  ) {
    // The Swedish notation is YYYY-MM-DD.
    this.format = new Intl.DateTimeFormat('sv-SE', { timeZone: config.PLATFORM_TIME_ZONE });
  }

  /**
   * Computed once a minute: a time zone conversion costs as much as parsing a small push, and no day begins within a
   * minute.
   */
  today(): CalendarDate {
    const now = this.clock.now();
    const minute = Math.floor(now.getTime() / MILLISECONDS_A_MINUTE);
    if (this.latest?.minute !== minute) this.latest = { minute, day: this.dayAt(now) };
    return this.latest.day;
  }

  /** The dates that a push may write. */
  current(): DateRange {
    return windowFrom(this.today());
  }

  /**
   * The dates that a message of another dialect may write. Their senders push 750 days once, and afterwards each new date
   * once. A changed rule recalculates these dates.
   */
  longest(): DateRange {
    return { from: this.current().from, to: addDays(this.today(), MESSAGE_DAYS) };
  }

  /** The dates that a push could write at a moment. */
  at(moment: Date): DateRange {
    return windowFrom(this.dayAt(moment));
  }

  /** Selects the records of a push that may be written. */
  select<T extends { date: CalendarDate }>(records: T[], { from, to } = this.current()): Selection<T> {
    const isInside = ({ date }: T) => date >= from && date <= to;
    const lastOfDate = new Map(records.filter(isInside).map((record) => [record.date, record]));
    const accepted = [...lastOfDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    const exclusions = records.map((record) => {
      if (!isInside(record)) return 'skipped';
      return lastOfDate.get(record.date) === record ? null : 'superseded';
    });
    return { accepted, exclusions };
  }

  private dayAt(moment: Date): CalendarDate {
    const text = this.format.format(moment);
    const day = parseCalendarDate(text);
    if (!day) throw new Error(`The clock does not give a date: ${text}`);
    return day;
  }
}

function windowFrom(today: CalendarDate): DateRange {
  return { from: addDays(today, -1), to: addYears(today, 2) };
}
