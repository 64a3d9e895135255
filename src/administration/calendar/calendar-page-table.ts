import { Injectable } from '@nestjs/common';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { datesOf } from '../../platform/dates/date-range';
import type { Row } from '../../platform/http/csv';
import { inWords } from '../../platform/http/csv';
import type { CsvTable } from '../../platform/http/csv.interceptor';
import { exampleDay } from '../../platform/openapi/example-day';
import type { CalendarPage } from './calendar-page.dto';
import { closedFor } from './closed-for';

type RoomItem = CalendarPage['items'][number];

const TITLES = ['Hotel', 'Room', 'Room id', 'Rate plan', 'Rate plan id', 'Currency'];

export const CALENDAR_PAGE_EXAMPLE: Row[] = [
  [...TITLES, exampleDay(0), exampleDay(1)],
  ['Hotel Bar', 'Double', '1', 'rooms left', null, null, 3, 0],
  ['Hotel Bar', 'Double', '1', 'Flexible', '12', 'EUR', '100.10', null],
  ['Hotel Bar', 'Double', '1', 'Flexible: min stay arrival', '12', null, 2, null],
];

/**
 * The calendar of many rooms as a table: a column for each date; a line for the rooms left, for each plan, and for each
 * restriction and closure that occurs.
 */
@Injectable()
export class CalendarPageTable implements CsvTable<CalendarPage> {
  readonly limit = 50;

  rows({ from, to, items }: CalendarPage): Row[] {
    const dates = datesOf({ from: from as CalendarDate, to: to as CalendarDate });
    return [[...TITLES, ...dates], ...items.flatMap((room) => linesOf(room, dates))];
  }
}

function linesOf(room: RoomItem, dates: string[]): Row[] {
  const { propertyName, name, roomId, totalRooms, closed, closures, ratePlans } = room;
  const head = [propertyName, name, roomId];
  return [
    [...head, 'rooms left', null, null, ...totalRooms],
    ...(closed.includes(true) ? [[...head, 'room closed', null, null, ...closed]] : []),
    ...ratePlans.flatMap((plan) => {
      const { id, prices, restrictions, currency } = plan;
      const reasons = dates.map((date) => closedFor(closures, id, date));
      return [
        [...head, plan.name, id, currency, ...prices],
        ...RESTRICTIONS.flatMap((restriction) => {
          const values = restrictions[restriction];
          return values ? [[...head, `${plan.name}: ${inWords(restriction)}`, id, null, ...values]] : [];
        }),
        ...(reasons.some((reason) => reason !== null)
          ? [[...head, `${plan.name}: closed for sale`, id, null, ...reasons]]
          : []),
      ];
    }),
  ];
}
