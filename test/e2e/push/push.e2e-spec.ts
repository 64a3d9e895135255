import { TestService } from '../../support/service';

/** The common behaviour of operations 1 and 2: parameters, dates, bodies, refusals and request ids. */
describe('a push', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(
    async () => (service = await TestService.start({ settings: { PLATFORM_TIME_ZONE: 'Europe/Berlin' } })),
  );
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });

  describe('the dates of a push', () => {
    it('A push takes date-times and uses the date that is written in each, regardless of its offset', async () => {
      await service.pushPrices(room, plan, [
        { date: '2026-12-05T00:30:00+02:00', price: 1 },
        { date: '2026-12-06T23:30:00-1000', price: 2 },
        { date: '2026-12-07T12:00Z', price: 3 },
      ]);
      expect(Object.keys(await service.records.prices(plan))).toEqual([
        '2026-12-05',
        '2026-12-06',
        '2026-12-07',
      ]);
    });

    it.each([
      '2026-02-30',
      '2026-12-05T24:00:00Z',
      '2026-W50-1',
      '2026-339',
      '2026-12-05T10:00:00',
      20261205,
      null,
    ])('A push refuses %p as a date', async (date) => {
      const answer = await service.pushInventory(room, [{ date, inventoryNumber: 1 }]);
      expect(answer.status).toBe(400);
      expect(answer.text).toMatch(/^\[0\]\.date must be /);
    });

    it('The last record of a repeated date counts', async () => {
      await service.pushInventory(room, [
        { date: '2026-12-05', inventoryNumber: 1 },
        { date: '2026-12-04', inventoryNumber: 9 },
        { date: '2026-12-05T10:00:00Z', inventoryNumber: 2 },
      ]);
      expect(await service.records.availability(room)).toEqual({
        '2026-12-04': [9, 0],
        '2026-12-05': [2, 0],
      });
    });

    it('A push applies records from yesterday to two years from today, and counts the records that it skips', async () => {
      const dates = ['2026-11-29', '2026-11-30', '2028-12-01', '2028-12-02', '0001-01-01', '9999-12-31'];
      const answer = await service.pushInventory(
        room,
        dates.map((date) => ({ date, inventoryNumber: 1 })),
      );
      expect(answer).toMatchObject({ status: 200, text: 'Inventory is successfully updated' });
      expect(answer.headers.get('x-records-skipped')).toBe('4');
      expect(answer.headers.get('x-records-held')).toBe('0');
      expect(answer.headers.get('x-records-late')).toBe('0');
      expect(Object.keys(await service.records.availability(room))).toEqual(['2026-11-30', '2028-12-01']);
    });

    it('A push is a success even if every record is skipped', async () => {
      const answer = await service.pushPrices(room, plan, [{ date: '2020-01-01', price: 1 }]);
      expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
      expect(answer.headers.get('x-records-skipped')).toBe('1');
    });

    it('The update window is in the time zone of the platform', async () => {
      const late = await TestService.start({
        settings: { PLATFORM_TIME_ZONE: 'Europe/Berlin' },
        now: new Date('2026-12-01T23:30:00Z'),
        beside: service,
      });
      try {
        const answer = await late.pushInventory(room, [
          { date: '2026-11-30', inventoryNumber: 1 },
          { date: '2028-12-02', inventoryNumber: 1 },
        ]);
        expect(answer.headers.get('x-records-skipped')).toBe('1');
        expect(Object.keys(await service.records.availability(room))).toEqual(['2028-12-02']);
      } finally {
        await late.stop();
      }
    });
  });

  describe('the parameters of a push', () => {
    it.each([
      ['/updateCalendarInventory', 'roomId is missing'],
      ['/updateCalendarInventory?roomId=', 'roomId is missing'],
      ['/updateCalendarInventory?roomId=1&roomId=1', 'roomId must be given once'],
      [
        '/updateCalendarInventory?roomId=0',
        'roomId must be a whole number from 1 to 9223372036854775807; got "0"',
      ],
      [
        '/updateCalendarInventory?roomId=-1',
        'roomId must be a whole number from 1 to 9223372036854775807; got "-1"',
      ],
      [
        '/updateCalendarInventory?roomId=1.0',
        'roomId must be a whole number from 1 to 9223372036854775807; got "1.0"',
      ],
      [
        '/updateCalendarInventory?roomId=1e3',
        'roomId must be a whole number from 1 to 9223372036854775807; got "1e3"',
      ],
      [
        '/updateCalendarInventory?roomId=9223372036854775808',
        'roomId must be a whole number from 1 to 9223372036854775807; got "9223372036854775808"',
      ],
      ['/updateCalendarPrices?roomId=1', 'ratePlanId is missing'],
      [
        '/updateCalendarPrices?roomId=1&ratePlanId=x',
        'ratePlanId must be a whole number from 1 to 9223372036854775807; got "x"',
      ],
    ])('A push refuses %s', async (path, text) => {
      const answer = await service.post(path, [{ date: '2026-12-01', inventoryNumber: 1, price: 1 }]);
      expect(answer).toMatchObject({ status: 400, text });
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    });
  });

  describe('the body of a push', () => {
    const path = () => `/updateCalendarInventory?roomId=${room}`;

    it('A push ignores unknown fields', async () => {
      const answer = await service.pushInventory(room, [
        { date: '2026-12-01', inventoryNumber: 1, colour: 'blue' },
      ]);
      expect(answer.status).toBe(200);
    });

    it.each([
      ['{', 2],
      ['[1,', 4],
      ['date=2026-12-01', 1],
      ['[{"date":"2026-12-01","inventoryNumber":01}]', 42],
      ['[NaN]', 2],
      ['\u0000', 1],
    ])('A push refuses %p, which is not JSON', async (body, column) => {
      expect(await service.post(path(), null, { body })).toMatchObject({
        status: 400,
        text: `The body is not valid JSON: line 1, column ${column}`,
      });
    });

    it('A push refuses a body that is not UTF-8', async () => {
      const body = Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]);
      expect(await service.post(path(), null, { body })).toMatchObject({
        status: 400,
        text: 'The body is not valid JSON: not UTF-8 at line 1, column 3',
      });
    });

    it.each([
      [{}, 'an object'],
      [{ date: '2026-12-01', inventoryNumber: 1 }, 'an object'],
      ['text', '"text"'],
      [0, '0'],
      [false, 'false'],
      [true, 'true'],
    ])('A push refuses %p, which is not an array', async (body, got) => {
      expect(await service.post(path(), body)).toMatchObject({
        status: 400,
        text: `The body must be an array, as [{"date":"2026-12-31","inventoryNumber":3}]; got ${got}`,
      });
    });

    it('A push refuses wrong elements with a line for each of the first 10 problems', async () => {
      const body = [
        null,
        [],
        { date: '2026-12-01' },
        { inventoryNumber: 1 },
        { date: '2026-12-01', inventoryNumber: 1, propertyName: 7 },
        ...Array.from({ length: 8 }, () => ({ date: '2026-12-01', inventoryNumber: -1 })),
      ];
      const answer = await service.pushInventory(room, body);
      expect(answer.status).toBe(400);
      expect(answer.text.split('\n')).toEqual([
        '[0] must be an object; got null',
        '[1] must be an object; got an array',
        '[2].inventoryNumber is missing',
        '[3].date is missing',
        '[4].propertyName must be a string; got 7',
        ...[5, 6, 7, 8, 9].map(
          (index) => `[${index}].inventoryNumber must be a whole number from 0 to 2147483647; got -1`,
        ),
        'and 3 more',
      ]);
    });

    it('A push takes 5000 elements, and refuses 5001 with 413', async () => {
      const records = (count: number) =>
        Array.from({ length: count }, () => ({ date: '2026-12-01', inventoryNumber: 1 }));
      expect((await service.pushInventory(room, records(5000))).status).toBe(200);
      expect(await service.pushInventory(room, records(5001))).toMatchObject({
        status: 413,
        text: 'The body has 5001 elements: send at most 5000 a call, for example in 2 calls',
      });
    });

    it('A push takes 1 MiB, and refuses more with 413, announced or not', async () => {
      const padded = (bytes: number) => '[]'.padEnd(bytes, ' ');
      expect((await service.post(path(), null, { body: padded(1_048_576) })).status).toBe(200);
      const tooLarge = {
        status: 413,
        text: 'The body is larger than 1048576 bytes: send it in several calls',
      };
      expect(await service.post(path(), null, { body: padded(1_048_577) })).toMatchObject(tooLarge);
      const stream = new Blob([padded(3_000_000)]).stream();
      const init = { body: stream, duplex: 'half' as const };
      expect(await service.post(path(), null, init)).toMatchObject(tooLarge);
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json; charset=latin1',
      'nonsense',
    ])('A push refuses the content type %s with 415', async (type) => {
      const answer = await service.post(path(), [], { headers: { 'content-type': type } });
      expect(answer.status).toBe(415);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    });

    it('A push takes application/json with parameters, in any case', async () => {
      const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
      expect((await service.post(path(), [], { headers })).status).toBe(200);
    });
  });

  it("The answer has a new request id, never the caller's", async () => {
    const theirs = '01935f3e-0000-7000-8000-000000000000';
    const headers = { 'x-request-id': theirs };
    const answers = [
      await service.post(`/updateCalendarInventory?roomId=${room}`, [], { headers }),
      await service.post(`/updateCalendarInventory?roomId=${room}`, [], { headers }),
      await service.call('/nowhere', { headers }),
    ];
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set([theirs, ...ids]).size).toBe(4);
  });

  it('An unknown operation is a 404 with problem details', async () => {
    const answer = await service.post('/updateCalendar', []);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(answer.text)).toMatchObject({ title: 'Not Found', status: 404 });
  });

  it('The service survives a URL that cannot be decoded', async () => {
    expect((await service.post('/updateCalendarInventory%', [])).status).toBe(400);
  });

  it('The answer to an internal failure has the request id, and no cause', async () => {
    await service.dataSource.query(`ALTER TABLE journal_entry RENAME TO journal_entry_away`);
    try {
      const answer = await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
      expect(answer).toMatchObject({
        status: 500,
        text: `Internal error, request ${answer.headers.get('x-request-id')}`,
      });
      expect(await service.records.availability(room)).toEqual({});
    } finally {
      await service.dataSource.query(`ALTER TABLE journal_entry_away RENAME TO journal_entry`);
    }
  });

  it('A push that is sent twice changes nothing', async () => {
    const body = [{ date: '2026-12-01', price: '12.34' }];
    await service.pushPrices(room, plan, body);
    await service.pushPrices(room, plan, body);
    expect(await service.records.prices(plan)).toEqual({ '2026-12-01': '12.3400' });
  });
});
