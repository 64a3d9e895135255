import { Injectable } from '@nestjs/common';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { Row } from '../../platform/http/csv';
import { inWords } from '../../platform/http/csv';
import type { CsvTable } from '../../platform/http/csv.interceptor';
import { exampleDay } from '../../platform/openapi/example-day';
import { PlaceNamesRepository } from '../../push/journal/place-names.repository';
import type { CalendarView } from './calendar-view.dto';
import { closedFor } from './closed-for';

const TITLES = [
  ...['Hotel', 'Room', 'Room id', 'Date', 'Rooms left', 'Occupied', 'Room closed'],
  ...['Rate plan', 'Rate plan id', 'Currency', 'Price', ...RESTRICTIONS.map(inWords), 'closed for sale'],
];

export const CALENDAR_VIEW_EXAMPLE: Row[] = [
  TITLES,
  [
    ...['Hotel Bar', 'Double', '1', exampleDay(0), 3, 0, false, 'Flexible', '12', 'EUR', '100.10'],
    ...[false, false, false, 2, null, null, null],
  ],
];

/** The calendar of a room as a table: a line for each date and rate plan. */
@Injectable()
export class CalendarViewTable implements CsvTable<CalendarView> {
  constructor(private readonly names: PlaceNamesRepository) {}

  async rows({ roomId, days, closures }: CalendarView): Promise<Row[]> {
    const planIds = new Set(days.flatMap(({ prices }) => prices.map(({ ratePlanId }) => ratePlanId)));
    const places = [...planIds].map((ratePlanId) => ({ roomId, ratePlanId }));
    const namesOf = await this.names.find([{ roomId, ratePlanId: null }, ...places]);
    const { hotel, room } = namesOf({ roomId, ratePlanId: null });
    const lines = days.flatMap(({ date, totalRooms, occupiedRooms, closed, prices }) => {
      const head = [hotel, room, roomId, date, totalRooms, occupiedRooms, closed];
      if (prices.length === 0) return [[...head, ...TITLES.slice(head.length).map(() => null)]];
      return prices.map(({ ratePlanId, price, restrictions }) => {
        const { ratePlan, currency } = namesOf({ roomId, ratePlanId });
        return [
          ...[...head, ratePlan, ratePlanId, currency, price],
          ...RESTRICTIONS.map((name) => restrictions?.[name]),
          closedFor(closures, ratePlanId, date),
        ];
      });
    });
    return [TITLES, ...lines];
  }
}
