import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { addDays } from '../../../src/platform/dates/calendar-date';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { Stays } from '../../support/stays';

/**
 * The moments of pushes come from the clock of the database, and each moment has its own window. Therefore, the service runs
 * on the real day.
 */
const NOW = new Date();
const [FIRST, SECOND, THIRD, DEPARTURE] = [20, 21, 22, 23].map((days) =>
  addDays(NOW.toISOString().slice(0, 10) as CalendarDate, days),
) as [CalendarDate, CalendarDate, CalendarDate, CalendarDate];
const DATES = [FIRST, SECOND, THIRD, DEPARTURE];

describe('stays at earlier moments', () => {
  let service: TestService;
  let past: Past;
  let stays: Stays;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start({ now: NOW });
    past = new Past(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    stays = await Stays.create(service, DATES);
    ({ room, plan } = stays);
  });

  it('A stay at an earlier moment has the answer of that moment', async () => {
    await service.editRoom({ id: room, maxGuests: 1 });
    const minimum = await stays.restrict('MinStay', [{ date: FIRST, minStay: 5 }]);
    const blackout = await stays.restrict('Blackout', [{ date: SECOND, blackoutStatus: true }]);
    const { body: closure } = await service.admin<{ id: string }>('POST', '/closures', {
      roomId: room,
      from: THIRD,
      to: THIRD,
      reason: 'Water damage',
    });
    const sold = await service.pushInventory(room, [{ date: FIRST, inventoryNumber: 0 }]);
    const at = await past.now();
    const then = await stays.stay();

    await stays.pushRooms(2);
    await stays.restrict('MinStay', [{ date: FIRST, minStay: 1 }]);
    await stays.restrict('Blackout', [{ date: SECOND, blackoutStatus: false }]);
    await service.admin('DELETE', `/closures/${closure.id}`);
    await service.editRoom({ id: room, maxGuests: 4 });
    await stays.pushPrice(50);

    expect(await stays.stay()).toMatchObject({ bookable: true, price: '150.00', at: null });
    expect(await stays.stay({ at })).toEqual({ ...then, at });
    expect(then).toMatchObject({ bookable: false, price: '300.30' });
    expect(then.reasons.map(({ code, since }) => [code, since?.requestId])).toEqual([
      ['noRoomsLeft', sold.headers.get('x-request-id')],
      ['roomClosed', blackout.headers.get('x-request-id')],
      ['closedByPlatform', closure.id],
      ['minStayArrival', minimum.headers.get('x-request-id')],
      ['tooManyGuests', expect.any(String)],
    ]);
  });

  it('A stay at an earlier moment has the numbers of guests of that moment', async () => {
    await service.dataSource.query(`UPDATE room SET maximum_guests = 1 WHERE id = $1`, [room]);
    const limitAt = async (at: string) => (await stays.stay({ at })).reasons.map(({ limit }) => limit);
    const untouched = await past.now();
    expect(await limitAt(untouched)).toEqual([1]);
    await service.editRoom({ id: room, maxGuests: 4 });
    const raised = await past.now();
    await service.editRoom({ id: room, maxGuests: null });
    expect(await limitAt(untouched)).toEqual([1]);
    expect(await limitAt(raised)).toEqual([]);
    expect((await stays.stay({ adults: 5, at: raised })).reasons).toMatchObject([{ limit: 4 }]);
    expect((await stays.stay({ adults: 5 })).bookable).toBe(true);
  });

  it('Stays of a deleted plan have an answer for moments before its deletion, and a 404 for later moments', async () => {
    const at = await past.now();
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    expect((await stays.ask()).status).toBe(404);
    expect((await stays.ask({ at: await past.now() })).status).toBe(404);
    expect(await stays.stay({ at })).toMatchObject({ bookable: true, price: '300.30' });
  });

  it('Stays of a new plan ignore what a deleted plan with the same id had', async () => {
    await stays.restrict('MinStay', [{ date: FIRST, minStay: 5 }]);
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    await past.plan(room, { id: plan });
    await stays.pushPrice(70);
    expect(await stays.stay()).toMatchObject({ bookable: true, price: '210.00' });
    expect(await stays.stay({ at: await past.now() })).toMatchObject({ bookable: true, price: '210.00' });
  });
});
