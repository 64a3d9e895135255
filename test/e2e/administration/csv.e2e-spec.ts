import { Past } from '../../support/past';
import { TestService } from '../../support/service';

describe('lists of the administration as CSV', () => {
  let service: TestService;
  let past: Past;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
    room = await past.create('/rooms', { name: '=1+1, "Double"', propertyName: 'Hotel Bär' });
    const guard = { minimum: '40.00', maximum: null, maxDecreasePercent: null, maxIncreasePercent: null };
    plan = await past.create(`/rooms/${room}/ratePlans`, { name: 'Plan', guard });
    await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 3 },
      { date: '2026-12-02', inventoryNumber: 0 },
    ]);
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: '100.1' },
      { date: '2026-12-02', price: '1' },
    ]);
    await service.post(`/updateCalendarMinStay?roomId=${room}&ratePlanId=${plan}`, [
      { date: '2026-12-01', minStay: 3 },
    ]);
    await service.post(`/updateCalendarBlackout?roomId=${room}`, [
      { date: '2026-12-02', blackoutStatus: true },
    ]);
    const closure = {
      roomId: room,
      ratePlanId: plan,
      from: '2026-12-02',
      to: '2026-12-02',
      reason: 'Burst pipe',
    };
    expect((await service.post('/admin/closures', closure)).status).toBe(201);
  });
  afterAll(() => service.stop());

  const read = (path: string, accept = 'text/csv') => service.call(`/admin/${path}`, { headers: { accept } });
  const lines = (text: string) => text.split('\r\n').slice(0, -1);
  const place = () => `Hotel Bär,"'=1+1, ""Double""",${room}`;
  const DATES = 'from=2026-12-01&to=2026-12-02';

  it('The calendar of rooms has a line for the rooms left, each plan, its restrictions and its closures', async () => {
    const answer = await read(`calendar?propertyName=Hotel B%C3%A4r&${DATES}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="calendars.csv"');
    expect(answer.headers.get('vary')).toBe('Accept');
    expect(lines(answer.text)).toEqual([
      'Hotel,Room,Room id,Rate plan,Rate plan id,Currency,2026-12-01,2026-12-02',
      `${place()},rooms left,,,3,0`,
      `${place()},room closed,,,,yes`,
      `${place()},Plan,${plan},EUR,100.10,`,
      `${place()},Plan: min stay arrival,${plan},,3,`,
      `${place()},Plan: closed for sale,${plan},,,Burst pipe`,
    ]);
  });

  it('The calendar of a room has a line for each date and plan', async () => {
    const { text, headers } = await read(`rooms/${room}/calendar?${DATES}`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="calendar.csv"');
    expect(lines(text)).toEqual([
      'Hotel,Room,Room id,Date,Rooms left,Occupied,Room closed,Rate plan,Rate plan id,Currency,Price,stop sell,' +
        'closed to arrival,closed to departure,min stay arrival,min stay through,max stay,closed for sale',
      `${place()},2026-12-01,3,0,,Plan,${plan},EUR,100.10,,,,3,,,`,
      `${place()},2026-12-02,0,0,yes,Plan,${plan},EUR,,,,,,,,Burst pipe`,
    ]);
  });

  it('The journal has a line for each entry, with the same filters', async () => {
    const { text } = await read(`journal?roomId=${room}&operation=updateCalendarPrices`);
    const [head, line, ...others] = lines(text);
    expect(head).toMatch(/^Received,What,Hotel,Room,Room id,Rate plan,Rate plan id,From,To,Lowest,Highest,/);
    expect(line).toContain(
      `,Prices,${place()},Plan,${plan},2026-12-01,2026-12-02,1.00,100.10,test,applied,,2,1,0,1,0,`,
    );
    expect(others).toEqual([]);
  });

  it('The list of held prices has a line for each price', async () => {
    const [head, line] = lines((await read('heldPrices')).text);
    expect(head).toBe('Hotel,Room,Room id,Rate plan,Rate plan id,Date,Old,New,Why,Pushed,Request id');
    const held = `${place()},Plan,${plan},2026-12-02,,1.00,below minimum,`;
    expect(line?.slice(0, held.length)).toBe(held);
    expect(line?.slice(held.length)).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z,[\da-f-]{36}$/);
  });

  it('The list of rate plans has a line for each plan, with the columns of an import', async () => {
    const [head, line] = lines((await read('ratePlans')).text);
    expect(head).toBe('Hotel,Room,Room id,Rate plan,Rate plan id,Currency,Derived from,Per cent,Amount');
    expect(line).toBe(`${place()},Plan,${plan},EUR,,,`);
  });

  it.each(['*/*', 'text/html,application/xml;q=0.9,*/*;q=0.8', 'application/json, text/csv;q=0.5'])(
    'A list is JSON for a caller that accepts %s',
    async (accept) => {
      for (const path of [`calendar?${DATES}`, `rooms/${room}/calendar?${DATES}`, 'journal', 'heldPrices']) {
        const { headers, text } = await read(path, accept);
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(headers.get('vary')).toBe('Accept');
        expect(JSON.parse(text)).toHaveProperty('nextCursor');
      }
    },
  );

  it('A wrong query is answered with problem details, not as CSV', async () => {
    const { status, headers } = await read('calendar?from=2026-12-01&to=2025-12-01');
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });
});
