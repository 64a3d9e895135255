import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { addDays } from '../../../src/platform/dates/calendar-date';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';

interface Stay {
  bookable: boolean;
  price: string | null;
  reasons: { code: string; limit: number | null; since: { requestId: string } | null }[];
}

/** The moments of pushes come from the database. The service has its day, because each moment has its own window. */
const NOW = new Date();
const [FIRST, SECOND, THIRD, DEPARTURE] = [20, 21, 22, 23].map((days) =>
  addDays(NOW.toISOString().slice(0, 10) as CalendarDate, days),
) as [CalendarDate, CalendarDate, CalendarDate, CalendarDate];
const DATES = [FIRST, SECOND, THIRD, DEPARTURE];

describe('stays at earlier moments', () => {
  let service: TestService;
  let past: Past;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start({ now: NOW });
    past = new Past(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await past.room();
    plan = await past.plan(room);
    await service.pushInventory(
      room,
      each((date) => ({ date, inventoryNumber: 2 })),
    );
    await service.pushPrices(
      room,
      plan,
      each((date) => ({ date, price: 100.1 })),
    );
  });

  const each = <T>(element: (date: string) => T) => DATES.map(element);
  const ask = ({ at, adults = 2 }: { at?: string; adults?: number } = {}) => {
    const moment = at === undefined ? '' : `&at=${at}`;
    const query = `ratePlanId=${plan}&arrival=${FIRST}&departure=${DEPARTURE}&adults=${adults}${moment}`;
    return service.admin<Stay>('GET', `/stays?${query}`);
  };
  const stay = async (query?: { at?: string; adults?: number }): Promise<Stay> => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    return body;
  };
  const restrict = (name: string, body: object[]) => {
    const query = name === 'Blackout' ? '' : `&ratePlanId=${plan}`;
    return service.post(`/updateCalendar${name}?roomId=${room}${query}`, body);
  };

  it('A stay at an earlier moment has the answer of that moment', async () => {
    await service.editRoom({ id: room, maxGuests: 1 });
    const minimum = await restrict('MinStay', [{ date: FIRST, minStay: 5 }]);
    const blackout = await restrict('Blackout', [{ date: SECOND, blackoutStatus: true }]);
    const { body: closure } = await service.admin<{ id: string }>('POST', '/closures', {
      roomId: room,
      from: THIRD,
      to: THIRD,
      reason: 'Water damage',
    });
    const sold = await service.pushInventory(room, [{ date: FIRST, inventoryNumber: 0 }]);
    const at = await past.now();
    const then = await stay();

    await service.pushInventory(
      room,
      each((date) => ({ date, inventoryNumber: 2 })),
    );
    await restrict('MinStay', [{ date: FIRST, minStay: 1 }]);
    await restrict('Blackout', [{ date: SECOND, blackoutStatus: false }]);
    await service.admin('DELETE', `/closures/${closure.id}`);
    await service.editRoom({ id: room, maxGuests: 4 });
    await service.pushPrices(
      room,
      plan,
      each((date) => ({ date, price: 50 })),
    );

    expect(await stay()).toMatchObject({ bookable: true, price: '150.00', at: null });
    expect(await stay({ at })).toEqual({ ...then, at });
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
    const limitAt = async (at: string) => (await stay({ at })).reasons.map(({ limit }) => limit);
    const untouched = await past.now();
    expect(await limitAt(untouched)).toEqual([1]);
    await service.editRoom({ id: room, maxGuests: 4 });
    const raised = await past.now();
    await service.editRoom({ id: room, maxGuests: null });
    expect(await limitAt(untouched)).toEqual([1]);
    expect(await limitAt(raised)).toEqual([]);
    expect((await stay({ adults: 5, at: raised })).reasons).toMatchObject([{ limit: 4 }]);
    expect((await stay({ adults: 5 })).bookable).toBe(true);
  });

  it('Stays of a deleted plan are known for the time before, and a 404 after it', async () => {
    const at = await past.now();
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    expect((await ask()).status).toBe(404);
    expect((await ask({ at: await past.now() })).status).toBe(404);
    expect(await stay({ at })).toMatchObject({ bookable: true, price: '300.30' });
  });

  it('Stays of a new plan ignore what a deleted plan with the same id had', async () => {
    await restrict('MinStay', [{ date: FIRST, minStay: 5 }]);
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    await past.plan(room, { id: plan });
    await service.pushPrices(
      room,
      plan,
      each((date) => ({ date, price: 70 })),
    );
    expect(await stay()).toMatchObject({ bookable: true, price: '210.00' });
    expect(await stay({ at: await past.now() })).toMatchObject({ bookable: true, price: '210.00' });
  });
});
