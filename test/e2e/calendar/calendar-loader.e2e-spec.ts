import type { CalendarRequest } from '../../../src/calendar/calendar-loader';
import { CalendarLoader } from '../../../src/calendar/calendar-loader';
import type { RoomId } from '../../../src/platform/database/id';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { TestService } from '../../support/service';

const [FIRST, SECOND] = ['2026-12-01', '2027-12-01'] as [CalendarDate, CalendarDate];

describe('the calendars of a batch', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('The calendar of each loaded room has only the dates of the requests that reach the room', async () => {
    const rooms: RoomId[] = [];
    for (let n = 0; n < 3; n++) rooms.push((await service.records.room('Hotel')) as RoomId);
    const [one, two, three] = rooms as [RoomId, RoomId, RoomId];
    const requests: CalendarRequest[] = [
      { roomId: one, planIds: 'all', dates: [FIRST], reachedRoomIds: [one, three] },
      { roomId: two, planIds: 'all', dates: [SECOND], reachedRoomIds: [two] },
    ];
    const { calendars } = await service.app
      .get(TransactionRunner)
      .read((manager) => service.app.get(CalendarLoader).load(manager, requests, { withoutLocks: true }));
    const dates = rooms.map((roomId) => calendars.get(roomId).dates);
    expect(dates).toEqual([[FIRST], [SECOND], [FIRST]]);
  });
});
