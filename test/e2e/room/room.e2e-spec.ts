import { Log } from '../../support/log';
import { TestService } from '../../support/service';

/** Operation 3, `POST /roomEditChannelManager`: one test for each sentence of the contract. */
describe('roomEditChannelManager', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const edit = { qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 };

  it('A room edit sets the four numbers of the room, and nothing else', async () => {
    const id = await service.records.room();
    const before = await service.records.roomRow(id);
    const answer = await service.editRoom({ id, ...edit });
    expect(answer).toMatchObject({ status: 200, text: 'true' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const numbers = { maximum_guests: 3, total_rooms: 5, adults: 2, children: 1 };
    expect(await service.records.roomRow(id)).toEqual({ ...before, ...numbers });
  });

  it('A room edit reads maxGuests also as MaxGuests', async () => {
    const id = await service.records.room();
    await service.editRoom({ id, MaxGuests: 4 });
    expect(await service.records.roomRow(id)).toMatchObject({ maximum_guests: 4 });
  });

  it('A room edit stores missing and null values as NULL, and a negative number unchanged', async () => {
    const id = await service.records.room();
    await service.editRoom({ id, ...edit });
    expect((await service.editRoom({ id, qty: -5, maxAdults: null })).text).toBe('true');
    expect(await service.records.roomRow(id)).toMatchObject({
      total_rooms: -5,
      maximum_guests: null,
      adults: null,
      children: null,
    });
  });

  it('The id can be a number or a string of digits', async () => {
    const id = await service.records.room();
    expect((await service.editRoom({ id: Number(id), ...edit })).text).toBe('true');
    expect((await service.editRoom({ id, ...edit })).text).toBe('true');
  });

  it.each([
    ['a room that is missing', '{"id":"987654","qty":1}'],
    ['no id', '{"qty":1}'],
    ['a number as id that may have been rounded to another room', '{"id":9007199254740993,"qty":1}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"room"'],
    ['nothing', ''],
  ])('The answer to %s is false with 200', async (_, body) => {
    const answer = await service.post('/roomEditChannelManager', null, { body });
    expect(answer).toMatchObject({ status: 200, text: 'false' });
  });

  it.each([2147483648, -2147483649, 1.5, 'five', '', true, [], {}, 1e300])(
    'The answer to %p rooms, which the database cannot hold, is false, and nothing changes',
    async (qty) => {
      const id = await service.records.room();
      await service.editRoom({ id, ...edit });
      expect(await service.editRoom({ id, ...edit, maxGuests: 9, qty })).toMatchObject({
        status: 200,
        text: 'false',
      });
      expect(await service.records.roomRow(id)).toMatchObject({ maximum_guests: 3, total_rooms: 5 });
    },
  );

  it.each([2147483648, -2147483649])(
    'The journal has a room edit with %i, just beyond what the database can hold, as refused',
    async (qty) => {
      const { headers } = await service.editRoom({ id: await service.records.room(), qty });
      const { body } = await service.admin('GET', `/journal/${headers.get('x-request-id')}`);
      expect(body).toMatchObject({
        outcome: 'refused',
        problem: 'qty is not a value that the database can hold',
      });
    },
  );

  it.each([2147483647, -2147483648])(
    'A room edit stores %i, which the database can just hold',
    async (qty) => {
      const id = await service.records.room();
      expect((await service.editRoom({ id, qty })).text).toBe('true');
      expect(await service.records.roomRow(id)).toMatchObject({ total_rooms: qty });
    },
  );

  describe('log lines about room edits', () => {
    let log: Log;
    beforeEach(() => service.app.useLogger((log = new Log())));
    afterEach(() => service.app.useLogger(false));

    /** Leaves out the line of each call, and mails in the log, which may quote the same calls. */
    const refusals = (lines: string[]) =>
      lines.filter((line) => line.includes("msg: 'The call was refused'"));

    it('The log has one line without a stack about a bad id', async () => {
      const { headers } = await service.editRoom({ id: 'one' });
      const lines = refusals(log.linesAbout(headers.get('x-request-id') ?? ''));
      expect(lines).toEqual([expect.stringContaining('id is not the id of a room')]);
      expect(lines.join('')).not.toContain('    at ');
    });

    it('The log has at most 100 lines a minute about bad ids, and the line of every call', async () => {
      // The minute of a new instance begins with these calls, and not with those of another test.
      const instance = await service.startBeside({});
      instance.app.useLogger(log);
      const calls = Array.from({ length: 130 }, () => instance.editRoom({ id: 'one' }));
      const ids = (await Promise.all(calls)).map(({ headers }) => headers.get('x-request-id') ?? '');
      const lines = ids.flatMap((id) => log.linesAbout(id));
      expect(refusals(lines)).toHaveLength(100);
      expect(lines.filter((line) => line.includes('POST /roomEditChannelManager 200'))).toHaveLength(130);
    });
  });

  it('The answer to malformed JSON is 400 and false', async () => {
    const answer = await service.post('/roomEditChannelManager', null, { body: '{"id":' });
    expect(answer).toMatchObject({ status: 400, text: 'false' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('The answer to a call without a token is 401 and false', async () => {
    const id = await service.records.room();
    const answer = await service.post(
      '/roomEditChannelManager',
      { id, ...edit },
      { headers: { authorization: '' } },
    );
    expect(answer).toMatchObject({ status: 401, text: 'false' });
    expect(await service.records.roomRow(id)).toMatchObject({ total_rooms: null });
  });

  it('No token is needed if ROOM_EDIT_AUTHENTICATION is none', async () => {
    const open = await TestService.start({ settings: { ROOM_EDIT_AUTHENTICATION: 'none' }, beside: service });
    try {
      const id = await service.records.room();
      const init = { headers: { authorization: '' } };
      for (const path of ['/roomEditChannelManager', '/getRoomResponseConnectivity'])
        expect((await open.post(path, { id, ...edit }, init)).text).toBe('true');
      expect((await open.post('/updateCalendarInventory?roomId=1', [], init)).status).toBe(401);
    } finally {
      await open.stop();
    }
  });
});
