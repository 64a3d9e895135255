import type { PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../dates/calendar-date';
import { parseCalendarDate } from '../dates/calendar-date';
import { invalid } from './problem';

/** Reads a date from the path of the URL. */
@Injectable()
export class DatePipe implements PipeTransform<string, CalendarDate> {
  /** @throws ProblemException 400 */
  transform(text: string): CalendarDate {
    const date = text.length === 10 ? parseCalendarDate(text) : undefined;
    if (!date) throw invalid([{ pointer: '/date', message: 'must be a date as 2026-12-31' }]);
    return date;
  }
}
