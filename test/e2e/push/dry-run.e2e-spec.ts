import { PUSHES, PUSH_OPERATIONS } from '../../../src/push/operations';
import { AdmissionControl } from '../../../src/push/admission/admission-control';
import { OverloadedError } from '../../../src/push/overloaded-error';
import { TestService } from '../../support/service';
import { tableContents } from '../../support/table-contents';

const DATE = '2026-12-24';

describe('a dry run', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });

  const query = (operation: string) =>
    ({
      updateCalendarInventory: `?roomId=${room}`,
      updateCalendarPrices: `?roomId=${room}&ratePlanId=${plan}`,
      updateCalendarBlackout: `?roomId=${room}`,
      updateCalendarMinStay: `?roomId=${room}&ratePlanId=${plan}`,
      updateCalendarMaxStay: `?roomId=${room}&ratePlanId=${plan}`,
    })[operation] ?? '';
  const body = (operation: string) =>
    ({
      updateCalendarInventory: [{ date: DATE, inventoryNumber: 3 }],
      updateCalendarPrices: [
        { date: DATE, price: 100 },
        { date: '1999-12-31', price: 1 },
      ],
      roomEditChannelManager: { id: room, qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 },
      updateCalendarBlackout: [{ date: DATE, blackoutStatus: true }],
      updateCalendarMinStay: [{ date: DATE, minStay: 3 }],
      updateCalendarMaxStay: [{ date: DATE, maxStay: 7 }],
      getRoomResponseConnectivity: { allbookersId: room, qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 },
    })[operation];
  const post = async (path: string, content: unknown, init = {}) => {
    const { status, text, headers } = await service.post(path, content, init);
    return {
      status,
      type: headers.get('content-type'),
      body: JSON.parse(text) as Record<string, unknown>,
      headers,
    };
  };
  const dryRun = (operation: string, content: unknown = body(operation), parameters = query(operation)) =>
    post(`/dryRun/${operation}${parameters}`, content);
  /** The fields that differ between two calls. */
  const comparable = ({
    requestId: _,
    receivedAt: __,
    appliedAt: ___,
    durationMs: ____,
    ...rest
  }: Record<string, unknown>) => rest;
  const receiptOf = async (requestId: string | null) =>
    JSON.parse((await service.call(`/receipts/${requestId}`)).text) as Record<string, unknown>;

  it.each(PUSH_OPERATIONS.filter((operation) => PUSHES[operation].sets !== 'message'))(
    'A dry run of %s answers with the receipt that the call then has, and stores nothing',
    async (operation) => {
      // The first use of a token is recorded in the background.
      await service.call('/receipts/01935f3e-0000-7000-8000-000000000000');
      const tables = async () => {
        const { access_token: _, ...rest } = await tableContents(service.dataSource);
        const [entries] = await service.dataSource.query<unknown[]>(`SELECT count(*) FROM journal_entry`);
        return { ...rest, entries };
      };
      const before = await tables();
      const dryRunAnswer = await dryRun(operation);
      expect(await tables()).toEqual(before);
      expect(dryRunAnswer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });

      const call = await service.post(`/${PUSHES[operation].path}${query(operation)}`, body(operation));
      const receipt = await receiptOf(call.headers.get('x-request-id'));
      const { derived, ...rest } = dryRunAnswer.body;
      expect(comparable(rest)).toEqual(comparable(receipt));
      expect(derived).toBe(0);
      expect(receipt['outcome']).toBe('applied');
      // The second time, nothing would change.
      const again = await dryRun(operation);
      const { applied, changes } = again.body;
      expect({ applied, changes }).toEqual({
        applied: 0,
        changes: PUSHES[operation].sets === 'room' ? {} : null,
      });
    },
  );

  it('A dry run counts the cells of derived plans that would change, also in other rooms', async () => {
    const child = await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
    const other = await service.records.room();
    await service.records.ratePlan(other, child, { steps: [{ amount: '5' }] });
    const prices = [
      { date: DATE, price: 100 },
      { date: '2026-12-25', price: 100 },
    ];
    expect((await dryRun('updateCalendarPrices', prices)).body['derived']).toBe(4);
    await service.pushPrices(room, plan, [prices[0]]);
    expect((await dryRun('updateCalendarPrices', prices)).body['derived']).toBe(2);
    // A price that is pushed to a derived plan is a record of the call.
    const pushed = await dryRun(
      'updateCalendarPrices',
      [{ date: DATE, price: 1 }],
      `?roomId=${room}&ratePlanId=${child}`,
    );
    expect(pushed.body).toMatchObject({ applied: 1, derived: 1 });
  });

  it('A dry run counts a cell of a derived plan whose restriction would change', async () => {
    await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
    expect((await dryRun('updateCalendarMinStay')).body).toMatchObject({ applied: 1, derived: 1 });
  });

  it('A dry run says which prices a guard would hold', async () => {
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { minimum: '40.00' } });
    const dryRunAnswer = await dryRun('updateCalendarPrices', [{ date: DATE, price: 1 }]);
    expect(dryRunAnswer.body).toMatchObject({
      held: 1,
      records: [{ date: DATE, value: '1.00', verdict: 'held' }],
    });
    expect(dryRunAnswer.headers.get('x-records-held')).toBe('1');
    expect((await service.admin('GET', '/heldPrices')).body).toMatchObject({ items: [] });
  });

  it('A dry run waits for no push, and no push waits for it', async () => {
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT FROM room WHERE id = $1 FOR UPDATE`, [room]);
    expect((await dryRun('updateCalendarPrices')).body).toMatchObject({ outcome: 'applied', applied: 1 });
    await holder.rollbackTransaction();
    await holder.release();
  });

  it('A dry run of a call without effect has its outcome and status, and sends no mail', async () => {
    expect(await dryRun('updateCalendarInventory', [])).toMatchObject({
      status: 200,
      body: { outcome: 'emptyList' },
    });
    expect(
      await dryRun('updateCalendarInventory', body('updateCalendarInventory'), '?roomId=987654'),
    ).toMatchObject({
      status: 200,
      body: { outcome: 'roomMissing', roomId: '987654', records: [{ verdict: 'skipped' }] },
    });
    expect(
      await dryRun('updateCalendarPrices', body('updateCalendarPrices'), `?roomId=${room}&ratePlanId=987654`),
    ).toMatchObject({ status: 404, body: { outcome: 'ratePlanMissing' } });
    expect(await dryRun('roomEditChannelManager', { id: '987654' })).toMatchObject({
      status: 200,
      body: { outcome: 'roomMissing' },
    });
    const notices = await service.dataSource.query<unknown[]>(
      `SELECT FROM journal_entry WHERE notice IS NOT NULL`,
    );
    const mails = await service.dataSource.query<unknown[]>(`SELECT FROM notification`);
    expect([notices, mails]).toEqual([[], []]);
  });

  it('A dry run of a wrong call says why it would be refused', async () => {
    const refused = (status: number, problem: string) => ({
      status,
      type: 'application/json; charset=utf-8',
      body: { outcome: 'refused', problem },
    });
    expect(await dryRun('updateCalendarInventory', [{ date: DATE }])).toMatchObject(
      refused(400, '[0].inventoryNumber is missing'),
    );
    expect(await dryRun('updateCalendarPrices', [], '?roomId=one&ratePlanId=1')).toMatchObject(
      refused(400, 'roomId must be a whole number from 1 to 9223372036854775807; got "one"'),
    );
    expect(await dryRun('roomEditChannelManager', { id: room, qty: 'many' })).toMatchObject(
      refused(200, 'qty is not a value that the database can hold'),
    );
    const large = Array<unknown>(5_001).fill({ date: DATE, inventoryNumber: 3 });
    expect(await dryRun('updateCalendarInventory', large)).toMatchObject(
      refused(413, 'The body has 5001 elements: send at most 5000 a call, for example in 2 calls'),
    );
    const asText = { headers: { 'content-type': 'text/plain' } };
    expect(await post(`/dryRun/updateCalendarInventory?roomId=${room}`, [], asText)).toMatchObject(
      refused(415, 'The body must be application/json, got text/plain'),
    );
  });

  it('A dry run needs the scope push, a valid token and its properties', async () => {
    const withToken = async (token: string, at = room) => {
      const path = `/dryRun/updateCalendarInventory?roomId=${at}`;
      const headers = { authorization: `Bearer ${token}` };
      const { status, type } = await post(path, body('updateCalendarInventory'), { headers });
      return { status, type };
    };
    const problem = 'application/problem+json; charset=utf-8';
    expect(await withToken('of-nobody')).toEqual({ status: 401, type: problem });
    expect(await withToken(await service.createToken('Ada', ['admin']))).toEqual({
      status: 403,
      type: problem,
    });
    const token = 'dry-run-of-hotel-bar';
    await service.records.accessToken({ name: 'Bar', token, scopes: ['push'], propertyNames: ['Hotel Bar'] });
    expect(await withToken(token)).toMatchObject({ status: 200 });
    expect(await withToken(token, await service.records.room('Hotel Foo'))).toEqual({
      status: 403,
      type: problem,
    });
    await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE name = 'Bar'`);
    expect(await withToken(token)).toEqual({ status: 401, type: problem });
  });

  it('A dry run of a room edit needs a token even if room edits need none', async () => {
    const open = await service.startBeside({ settings: { ROOM_EDIT_AUTHENTICATION: 'none' } });
    const anonymous = { headers: { authorization: '' } };
    const edit = { id: room, qty: 5 };
    expect((await open.post('/roomEditChannelManager', edit, anonymous)).text).toBe('true');
    expect((await open.post('/dryRun/roomEditChannelManager', edit, anonymous)).status).toBe(401);
  });

  it('A dry run takes its share of the capacity, and is not in the metrics of pushes', async () => {
    const count = async () =>
      [...(await service.call('/metrics')).text.matchAll(/calls_total\{.*\} (\d+)/g)].map(([line]) => line);
    const before = await count();
    await dryRun('updateCalendarPrices');
    expect(await count()).toEqual(before);
    const full = jest.spyOn(service.app.get(AdmissionControl), 'assertCapacity').mockImplementation(() => {
      throw new OverloadedError('full');
    });
    const shed = await dryRun('updateCalendarPrices');
    full.mockRestore();
    expect(shed).toMatchObject({ status: 503, type: 'application/problem+json; charset=utf-8' });
    expect(shed.headers.get('retry-after')).toBe('5');
  });
});
