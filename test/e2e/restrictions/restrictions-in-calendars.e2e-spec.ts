import { TestService } from '../../support/service';

const [MON, TUE, WED] = ['2026-12-07', '2026-12-08', '2026-12-09'] as const;

interface Days {
  days: { date: string; closed: boolean; prices: object[] }[];
}
interface Page {
  items: { closed: boolean[]; ratePlans: { id: string; restrictions: object }[] }[];
}

describe('restrictions in calendars', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  let other: string;
  let propertyName: string;
  let hotels = 0;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    propertyName = `Hotel ${++hotels}`;
    const created = await service.admin<{ id: string }>('POST', '/rooms', { name: 'Double', propertyName });
    room = created.body.id;
    [plan, other] = [await newPlan(), await newPlan()];
    await service.pushInventory(
      room,
      [MON, TUE, WED].map((date) => ({ date, inventoryNumber: 3 })),
    );
  });

  const newPlan = async () =>
    (await service.admin<{ id: string }>('POST', `/rooms/${room}/ratePlans`, { name: 'Flexible' })).body.id;
  const limit = async (minStay: number, maxStay: number, date: string) => {
    const place = `?roomId=${room}&ratePlanId=${plan}`;
    await service.post(`/updateCalendarMinStay${place}`, [{ date, minStay }]);
    return service.post(`/updateCalendarMaxStay${place}`, [{ date, maxStay }]);
  };
  const close = (blackoutStatus: boolean, date: string) =>
    service.post(`/updateCalendarBlackout?roomId=${room}`, [{ date, blackoutStatus }]);
  const momentOf = async (answer: Promise<{ headers: Headers }>) => {
    const id = (await answer).headers.get('x-request-id') ?? '';
    return (await service.admin<{ appliedAt: string }>('GET', `/journal/${id}`)).body.appliedAt;
  };
  const days = async (query = '') =>
    (await service.admin<Days>('GET', `/rooms/${room}/calendar?from=${MON}&to=${WED}${query}`)).body.days;
  const row = async (query = '') => {
    const path = `/calendar?from=${MON}&to=${WED}&propertyName=${propertyName}${query}`;
    return (await service.admin<Page>('GET', path)).body.items[0];
  };

  it('The calendars of one and of many rooms show only restrictions that occur', async () => {
    await limit(2, 7, TUE);
    await close(true, WED);
    expect(await days()).toMatchObject([
      { closed: false, prices: [{ ratePlanId: plan, price: null }, { ratePlanId: other }] },
      { closed: false, prices: [{ restrictions: { minStayArrival: 2, maxStay: 7 } }, { ratePlanId: other }] },
      { closed: true },
    ]);
    expect((await days())[1]?.prices[1]).toEqual({ ratePlanId: other, price: null });
    expect(await row()).toMatchObject({
      closed: [false, false, true],
      ratePlans: [
        { id: plan, restrictions: { minStayArrival: [null, 2, null], maxStay: [null, 7, null] } },
        { id: other, restrictions: {} },
      ],
    });
  });

  it('The calendars show flags that were set by SQL', async () => {
    await service.dataSource.query(
      `UPDATE rate_room_availability SET stop_sell = true, closed_to_arrival = false, closed_to_departure = true,
              min_stay_through = 4
        WHERE room_id = $1 AND rate_plan_id = $2 AND date = $3`,
      [room, plan, MON],
    );
    expect((await row())?.ratePlans[0]?.restrictions).toEqual({
      stopSell: [true, false, false],
      closedToDeparture: [true, false, false],
      minStayThrough: [4, null, null],
    });
    expect((await days())[0]?.prices[0]).toEqual({
      ratePlanId: plan,
      price: null,
      restrictions: { stopSell: true, closedToDeparture: true, minStayThrough: 4 },
    });
  });

  it('The past calendar shows restrictions as they were', async () => {
    await limit(2, 7, TUE);
    const at = await momentOf(close(true, WED));
    await limit(5, 0, TUE);
    await limit(3, 3, MON);
    await close(false, WED);
    expect(await row(`&at=${at}`)).toMatchObject({
      closed: [false, false, true],
      ratePlans: [
        { restrictions: { minStayArrival: [null, 2, null], maxStay: [null, 7, null] } },
        { restrictions: {} },
      ],
    });
    expect(await days(`&at=${at}`)).toMatchObject([
      { closed: false },
      { prices: [{ restrictions: { minStayArrival: 2, maxStay: 7 } }, {}] },
      { closed: true },
    ]);
    expect(await row()).toMatchObject({
      closed: [false, false, false],
      ratePlans: [{ restrictions: { minStayArrival: [3, 5, null], maxStay: [3, null, null] } }, {}],
    });
  });

  it('The past calendar shows restrictions of a room that SQL inserted with them', async () => {
    const old = await service.records.room();
    const oldPlan = await service.records.ratePlan(old);
    await service.records.day(old, MON);
    await service.records.price(old, oldPlan, MON, 80);
    await service.dataSource.query(
      `UPDATE rate_room_availability SET max_stay = 6 WHERE room_id = $1 AND rate_plan_id = $2`,
      [old, oldPlan],
    );
    await service.dataSource.query(`UPDATE room_availability SET closed = true WHERE room_id = $1`, [old]);
    const at = await momentOf(service.pushPrices(old, oldPlan, [{ date: MON, price: 90 }]));
    await service.post(`/updateCalendarMaxStay?roomId=${old}&ratePlanId=${oldPlan}`, [
      { date: MON, maxStay: 0 },
    ]);
    const path = `/rooms/${old}/calendar?from=${MON}&to=${MON}`;
    expect((await service.admin('GET', `${path}&at=${at}`)).body).toMatchObject({
      days: [{ closed: true, prices: [{ price: '90.00', restrictions: { maxStay: 6 } }] }],
    });
  });
});
