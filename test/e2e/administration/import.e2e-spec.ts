import { isWaitingForALock } from '../../support/locks';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';

interface Change {
  operation: string;
  roomId: string;
  ratePlanId: string | null;
  name: string;
}

interface Problem {
  column: string | null;
  message: string;
}

interface Answer {
  applied: boolean;
  preview: string;
  created: number;
  changed: number;
  unchanged: number;
  lines: { line: number; action: string; changes: Change[]; problems: Problem[] }[];
  detail?: string;
}

/** The answer to an import, with the changes and the problems of all its lines. */
interface Result extends Omit<Answer, 'lines'> {
  changes: (Change & { line: number })[];
  problems: (Problem & { line: number })[];
}

interface Entry {
  requestId: string;
  operation: string;
  roomId: string;
  ratePlanId: string | null;
  callId: string | null;
  changes: object;
}

const HEAD =
  'Hotel,Hotel code,Room,Room id,Rooms,Guests,Adults,Children,Rate plan,Rate plan id,Currency,Derived from,Per cent,Amount';

const lines = (...rows: string[]) => [HEAD, ...rows].join('\r\n');
const lake = (id: number) =>
  lines(
    `Hotel Lake,L1,Double,${id},10,3,2,1,Not refundable,${id}02,,${id}01,-10,`,
    `Hotel Lake,L1,Double,${id},10,3,2,1,Flexible,${id}01,USD,,,`,
    `,,,${id},,,,,Breakfast,${id}03,USD,${id}02,20,12.50`,
    `Hotel Lake,L1,Single,${id}0,4,1,1,0,,,,,,`,
  );

/** Sends a file. */
async function importFile(
  service: TestService,
  csv: string,
  dryRun = false,
  preview?: string,
): Promise<{ status: number; headers: Headers; body: Result; actions: string[] }> {
  const query = { ...(dryRun && { dryRun: 'true' }), ...(preview && { preview }) };
  const { status, headers, body } = await service.importCsv<Omit<Answer, 'lines'> & Partial<Answer>>(
    csv,
    query,
  );
  const { lines = [], ...counts } = body;
  const changes = lines.flatMap(({ line, changes }) => changes.map((change) => ({ line, ...change })));
  const problems = lines.flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })));
  return {
    status,
    headers,
    body: { ...counts, changes, problems },
    actions: lines.map(({ action }) => action),
  };
}

describe('an import of rooms and rate plans', () => {
  let service: TestService;
  let past: Past;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
  });
  afterAll(() => service.stop());

  const send = (csv: string, dryRun = false, preview?: string) => importFile(service, csv, dryRun, preview);
  const entriesOf = async (roomId: string) =>
    (await service.admin<{ items: Entry[] }>('GET', `/journal?roomId=${roomId}`)).body.items;

  it('An import creates rooms, plans and rules from lines in any order, and journals each as one change', async () => {
    const { status, body, headers } = await send(lake(51));
    expect({ status, ...body, changes: body.changes.length }).toEqual({
      ...{ status: 200, applied: true, created: 5, changed: 0, unchanged: 0, changes: 5, problems: [] },
      preview: expect.any(String),
    });
    expect((await service.admin('GET', '/rooms/51')).body).toEqual({
      ...{ id: '51', name: 'Double', propertyName: 'Hotel Lake', propertyCode: 'L1', totalRooms: 10 },
      ...{ maximumGuests: 3, adults: 2, children: 1, sandboxId: null },
      ratePlans: [
        expect.objectContaining({ id: '5101', name: 'Flexible', currency: 'USD', derivation: null }),
        expect.objectContaining({
          ...{ id: '5102', name: 'Not refundable', currency: 'USD' },
          derivation: expect.objectContaining({ from: '5101', steps: [{ percent: '-10' }] }),
        }),
        expect.objectContaining({
          ...{ id: '5103', name: 'Breakfast' },
          derivation: expect.objectContaining({
            ...{ from: '5102', steps: [{ percent: '20' }, { amount: '12.50' }] },
          }),
        }),
      ],
    });
    const entries = await entriesOf('51');
    const call = headers.get('x-request-id');
    expect(entries.map(({ operation, ratePlanId, callId }) => ({ operation, ratePlanId, callId }))).toEqual(
      expect.arrayContaining([
        { operation: 'createRoom', ratePlanId: null, callId: call },
        { operation: 'createRatePlan', ratePlanId: '5101', callId: call },
        { operation: 'createRatePlan', ratePlanId: '5102', callId: call },
        { operation: 'createRatePlan', ratePlanId: '5103', callId: call },
      ]),
    );
    expect((await service.admin('GET', `/journal/${call}`)).status).toBe(200);
  });

  it('An import that comes again changes nothing', async () => {
    await send(lake(52));
    const before = (await entriesOf('52')).length;
    const { body } = await send(lake(52));
    expect(body).toEqual({
      ...{ applied: true, created: 0, changed: 0, unchanged: 5, changes: [], problems: [] },
      preview: expect.any(String),
    });
    expect(await entriesOf('52')).toHaveLength(before);
  });

  it('An import does not undo what others changed while the import waited for its rooms', async () => {
    await send(lake(64));
    const held = service.dataSource.createQueryRunner();
    await held.startTransaction();
    await held.query(`UPDATE room SET total_rooms = 8, adults = 3 WHERE id = 64`);
    await held.query(
      `UPDATE rate_plan SET derivation = jsonb_set(derivation, '{minimum}', '"40"') WHERE id = 6402`,
    );
    const imported = send(lines(',,Twin,64,10,,,,,6402,,6401,-20,'));
    await isWaitingForALock(service);
    await held.commitTransaction();
    await held.release();
    expect((await imported).body).toMatchObject({
      changed: 2,
      changes: [
        { changes: { name: { from: 'Double', to: 'Twin' }, totalRooms: { from: 8, to: 10 } } },
        { operation: 'changeRatePlan' },
      ],
    });
    expect((await service.admin('GET', '/rooms/64')).body).toMatchObject({ totalRooms: 10, adults: 3 });
    const { body: plan } = await service.admin('GET', '/ratePlans/6402');
    expect(plan).toMatchObject({ derivation: { steps: [{ percent: '-20' }], minimum: '40' } });
  });

  it('A step of a rule whose cell is empty, or whose column is missing, stays as it is', async () => {
    await send(lake(65));
    const stepsAfter = async (csv: string) => {
      const { body } = await send(csv);
      const { body: plan } = await service.admin<{ derivation: object }>('GET', '/ratePlans/6503');
      return { unchanged: body.unchanged, ...plan.derivation };
    };
    const both = { steps: [{ percent: '20' }, { amount: '12.50' }] };
    const plan = 'Room id,Rate plan id,Derived from';
    expect(await stepsAfter(`${plan}\n65,6503,6502`)).toMatchObject({ unchanged: 2, ...both });
    expect(await stepsAfter(`${plan},Per cent\n65,6503,6502,30`)).toMatchObject({
      steps: [{ percent: '30' }, { amount: '12.50' }],
    });
    expect(await stepsAfter(lines(',,,65,,,,,,6503,,6501,,7'))).toMatchObject({
      ...{ from: '6501', steps: [{ percent: '30' }, { amount: '7' }] },
    });
  });

  it('An import changes only what differs, keeps empty fields, and recalculates the prices of a changed rule', async () => {
    await send(lake(53));
    await service.pushPrices('53', '5301', [{ date: '2026-12-10', price: '100' }]);
    const rule = { from: '5301', steps: [{ percent: '-10' }], minimum: '40.00' };
    await service.admin('PATCH', '/ratePlans/5302', { derivation: rule });
    const { body } = await send(lines(',,Double with balcony,53,,,,,,5302,,5301,-20,'));
    expect(body.changes).toEqual([
      {
        ...{ line: 2, operation: 'changeRoom', roomId: '53', ratePlanId: null, name: 'Double with balcony' },
        changes: { name: { from: 'Double', to: 'Double with balcony' } },
      },
      expect.objectContaining({
        line: 2,
        operation: 'changeRatePlan',
        ratePlanId: '5302',
        name: 'Not refundable',
      }),
    ]);
    const { body: room } = await service.admin('GET', '/rooms/53');
    expect(room).toMatchObject({ propertyName: 'Hotel Lake', totalRooms: 10 });
    const { body: plan } = await service.admin('GET', '/ratePlans/5302');
    expect(plan).toMatchObject({ derivation: { steps: [{ percent: '-20' }], minimum: '40.00' } });
    const { body: cell } = await service.admin('GET', '/ratePlans/5302/prices/2026-12-10');
    expect(cell).toMatchObject({ price: '80.00' });
  });

  it('A dry run of an import applies nothing, and says what the import then does', async () => {
    const preview = await send(lake(54), true);
    expect(preview.body).toMatchObject({ applied: false, created: 5, problems: [] });
    expect((await service.admin('GET', '/rooms/54')).status).toBe(404);
    expect(await entriesOf('54')).toEqual([]);
    const { body } = await send(lake(54));
    expect(body).toEqual({ ...preview.body, applied: true });
  });

  it('An import with a preview applies only the changes that the preview showed', async () => {
    await send(lake(59));
    const csv = lines(',,Double with balcony,59,8,,,,,,,,,');
    const { body: seen } = await send(csv, true);
    await service.admin('PATCH', '/rooms/59', { totalRooms: 9 });
    const refused = await send(csv, false, seen.preview);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe(
      'Nothing was changed: since the preview, others have changed what this call would change. Make a new preview.',
    );
    expect((await service.admin('GET', '/rooms/59')).body).toMatchObject({ name: 'Double', totalRooms: 9 });
    const { body: now } = await send(csv, true);
    // A change of something else does not count.
    await service.admin('PATCH', '/rooms/59', { children: 2 });
    const { status, body } = await send(csv, false, now.preview);
    expect(status).toBe(200);
    expect(body).toEqual({ ...now, applied: true });
    expect((await send(csv, false, 'yesterday')).body.detail).toContain('/preview must be');
  });

  it('An import finds every problem, with its line and column, and applies nothing', async () => {
    const csv = lines(
      'Hotel Hill,,Double,55,many,3,2,1,Flexible,5501,EUR,,,',
      'Hotel Hill,,,56,,,,,,,,,,',
      'Hotel Hill,,Twin,57,2,,,,Flexible,5701,Euro,,,',
      'Hotel Dale,,Twin,57,2,,,,Half board,5702,EUR,5799,10,',
      ',,,57,,,,,Breakfast,5703,EUR,,10,',
      ',,,57,,,,,Dinner,5704,EUR,5704,ten,',
      ',,,room,,,,,,,,,,',
      ',,,57,,,,,,,EUR,,,',
      ',,,57,,,,,Lunch,5701,,,,',
      ',,,57,,,,,Supper,,EUR,Lunch,10,',
      'Hotel Hill,,,,2,,,,,,,,,',
    );
    const { status, body } = await send(csv, true);
    expect(status).toBe(200);
    expect(body.problems).toEqual([
      { line: 2, column: 'Rooms', message: 'must be an integer number' },
      { line: 3, column: 'Room', message: 'must be a string' },
      { line: 4, column: 'Currency', message: 'must be an ISO 4217 code as EUR' },
      { line: 5, column: 'Hotel', message: 'is "Hotel Dale", but "Hotel Hill" in line 4' },
      { line: 5, column: 'Derived from', message: 'names rate plan 5799, which is unknown' },
      { line: 6, column: 'Derived from', message: 'is missing' },
      {
        ...{ line: 7, column: 'Per cent' },
        message: 'must be a decimal as -10 or 12.5, with at most 4 digits before and after the point',
      },
      {
        ...{ line: 8, column: 'Room id' },
        message: 'must be a whole number from 1 to 9223372036854775807; got "room"',
      },
      { line: 9, column: 'Rate plan', message: 'is missing, and so is the rate plan id' },
      { line: 10, column: 'Rate plan id', message: 'is that of line 4' },
      {
        ...{ line: 11, column: 'Derived from' },
        message: 'is "Lunch", but the room has no rate plan of this name',
      },
      { line: 12, column: 'Room', message: 'is missing, and so is the room id' },
    ]);
    const applied = await send(csv);
    expect(applied.status).toBe(400);
    expect(applied.body.detail).toMatch(/^Nothing was imported: line 2, Rooms: must be an integer number; /);
    expect((await service.admin('GET', '/rooms/57')).status).toBe(404);
  });

  it('An import refuses what single changes refuse: another currency, a circle, a plan of another room', async () => {
    await send(lake(58));
    await send(lake(61));
    const other = await past.room();
    const { body } = await send(
      lines(`,,,58,,,,,Flexible,5801,EUR,,,`, `,,,58,,,,,,5802,,5803,5,`, `,,,${other},,,,,,6103,,,,`),
      true,
    );
    expect(body.problems).toEqual([
      { line: 2, column: null, message: expect.stringContaining('has the currency of its parent') },
      { line: 3, column: null, message: expect.stringContaining('the derivation would form a circle') },
      { line: 4, column: 'Rate plan id', message: 'belongs to room 61' },
    ]);
  });

  it.each([
    ['without lines', '', 1, null, 'The file is empty'],
    ['without the names and ids of rooms', 'Hotel\nHotel Lake', 1, 'Room', 'is missing'],
    ['with a column twice', 'Room id,room ID\n1,2', 1, 'Room id', 'is there twice'],
    ['with an unknown column', 'Room id,Stars\n1,2', 1, 'Stars', 'is not a column of an import: '],
    [
      'with more cells than titles',
      'Room id,Room\n1,a,b',
      2,
      null,
      'has 3 cells, more than the line of titles',
    ],
    ['with an open quote', 'Room id,Room\n1,"a', 2, null, 'has a quote in the wrong place'],
    [
      'with more than 5,000 lines',
      `Room id\n${'1\n'.repeat(5_001)}`,
      ...([1, null, 'The file has 5001 lines: import at most 5000 at once'] as const),
    ],
  ])('An import names the problem of a file %s', async (_, csv, line, column, message) => {
    const { body } = await send(csv, true);
    expect(body).toMatchObject({ created: 0, changes: [] });
    expect(body.problems).toEqual([{ line, column, message: expect.stringContaining(message) }]);
  });

  it('An import takes a file of 1 MiB, and refuses a larger one', async () => {
    const file = (bytes: number) => `Room id,Room\n1,${'a'.repeat(bytes)}`;
    expect((await send(file(1_000_000), true)).status).toBe(200);
    const { status, body } = await send(file(1_100_000), true);
    expect(status).toBe(413);
    expect(body.detail).toMatch(/^The body is larger than 1048576 bytes/);
  });

  it('An import takes text/csv in UTF-8 only', async () => {
    const sent = (body: string | Buffer, type: string) =>
      service.call('/admin/import?dryRun=true', { method: 'POST', body, headers: { 'content-type': type } });
    const json = await sent('{}', 'application/json');
    expect(json.status).toBe(415);
    expect(json.text).toContain('The body must be text/csv, got application/json');
    const latin = await sent(Buffer.from('Room\nCaf\xe9', 'latin1'), 'text/csv');
    expect(latin.status).toBe(400);
    expect(latin.text).toContain('The body is not UTF-8');
  });

  it('An import without ids creates rooms, plans and rules, and changes nothing when it comes again', async () => {
    const csv = lines(
      'Hotel Cove,C1,Double,,10,3,2,1,Not refundable,,USD,Flexible,-10,',
      'Hotel Cove,C1,Double,,10,3,2,1,Flexible,,USD,,,',
      'Hotel Cove,C1,Single,,4,1,1,0,,,,,,',
    );
    const { body: seen, actions } = await send(csv, true);
    expect(actions).toEqual(['create', 'create', 'create']);
    const { status, body } = await send(csv, false, seen.preview);
    expect(status).toBe(200);
    expect(body).toMatchObject({ applied: true, created: 4, preview: seen.preview });
    const { body: rooms } = await service.admin<{ items: { ratePlans: object[] }[] }>(
      'GET',
      '/rooms?propertyName=Hotel%20Cove',
    );
    expect(rooms.items).toMatchObject([
      {
        name: 'Double',
        ratePlans: [
          { name: 'Flexible' },
          { name: 'Not refundable', derivation: { steps: [{ percent: '-10' }] } },
        ],
      },
      { name: 'Single', ratePlans: [] },
    ]);
    const again = await send(csv);
    expect(again.actions).toEqual(['same', 'same', 'same']);
    expect(again.body).toMatchObject({ created: 0, changed: 0, unchanged: 4 });
    const changed = await send(lines('Hotel Cove,,Double,,11,,,,Not refundable,,,Flexible,-20,'));
    expect(changed.actions).toEqual(['change']);
    expect(changed.body).toMatchObject({ created: 0, changed: 2 });
  });

  const importAsSeen = async (csv: string) => {
    const { body: seen } = await send(csv, true);
    return (await send(csv, false, seen.preview)).body;
  };

  it('An import applies its preview when the next ids of rooms and of rate plans are the same', async () => {
    await service.dataSource.query(
      `SELECT setval(pg_get_serial_sequence(name, 'id'), 900000) FROM unnest('{room,rate_plan}'::text[]) name`,
    );
    const body = await importAsSeen(
      lines(
        'Hotel Fen,,Double,,10,3,2,1,Flexible,,USD,,,',
        'Hotel Fen,,Double,,10,3,2,1,Not refundable,,USD,Flexible,-10,',
        'Hotel Fen,,Single,,4,1,1,0,Flexible,,USD,,,',
      ),
    );
    expect(body).toMatchObject({ applied: true, created: 5 });
  });

  it('An import applies its preview when it renames a room whose name is the id of a new rate plan', async () => {
    const probe = 'Hotel Mere,,Double,,10,3,2,1,Flexible,,USD,,,';
    const { body: first } = await send(lines(probe), true);
    const id = Number(first.changes.find(({ ratePlanId }) => ratePlanId)?.ratePlanId);
    await send(lines(`Hotel Mere,,${id + 2},91,10,3,2,1,,,,,,`));
    const body = await importAsSeen(lines(probe, ',,Twin,91,,,,,,,,,,'));
    expect(body).toMatchObject({ applied: true, created: 2, changed: 1 });
    expect(body.changes.map(({ ratePlanId }) => ratePlanId)).toContain(`${id + 2}`);
  });

  it('A line without an id is refused if several records have its name', async () => {
    const { body } = await send(
      lines('Hotel Twin,,Double,71,,,,,Flexible,7101,EUR,,,', 'Hotel Twin,,Double,72,,,,,,,,,,'),
    );
    expect(body.created).toBe(3);
    await send(lines(',,,71,,,,,Flexible,7102,EUR,,,'));
    const { body: refused, actions } = await send(
      lines(
        'Hotel Twin,,Double,,5,,,,,,,,,',
        ',,,71,,,,,Flexible,,EUR,,,',
        ',,,71,,,,,Late,,EUR,Flexible,5,',
        ',,,71,,,,,Early,,EUR,Late,5,',
      ),
      true,
    );
    expect(actions).toEqual(['refuse', 'refuse', 'refuse', 'refuse']);
    expect(refused.problems).toEqual([
      { line: 2, column: 'Room', message: 'is the name of 2 rooms: give the id, as 71' },
      { line: 3, column: 'Rate plan', message: 'is the name of 2 rate plans: give the id, as 7101' },
      { line: 4, column: null, message: 'is not checked, because it depends on line 3' },
      { line: 5, column: null, message: 'is not checked, because it depends on line 4' },
    ]);
    const { body: unclear } = await send(lines(',,,71,,,,,Late,,EUR,Flexible,5,'), true);
    expect(unclear.problems).toEqual([
      {
        ...{ line: 2, column: 'Derived from' },
        message: 'is the name of 2 rate plans of the room: give the id, as 7101',
      },
    ]);
  });

  it('An id in "Derived from" is not taken for a name, even if two plans of the room have this name', async () => {
    await send(lines('Hotel Digits,,Double,74,,,,,Flexible,7401,EUR,,,'));
    for (const id of [7402, 7403]) await send(lines(`,,,74,,,,,7401,${id},EUR,,,`));
    const { body } = await send(lines(',,,74,,,,,Late,,EUR,7401,5,'));
    expect(body).toMatchObject({ applied: true, created: 1, problems: [] });
    const { body: room } = await service.admin<{ ratePlans: object[] }>('GET', '/rooms/74');
    expect(room.ratePlans).toContainEqual(
      expect.objectContaining({
        name: 'Late',
        derivation: expect.objectContaining({ from: '7401' }) as object,
      }),
    );
  });

  it('A rule that names no plan of its room is refused', async () => {
    const { body } = await send(lines('Hotel Mist,,Double,,,,,,Late,,EUR,Flexible,5,'), true);
    expect(body.problems).toEqual([
      {
        ...{ line: 2, column: 'Derived from' },
        message: 'is "Flexible", but the room has no rate plan of this name',
      },
    ]);
  });

  it('An import makes at most 1,000 rooms and plans', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => `Hotel Large,Room ${n % 10},Plan ${n}`);
    const { status, body } = await send(`Hotel,Room,Rate plan\n${lines(991).join('\n')}`);
    expect(status).toBe(400);
    expect(body.detail).toBe('The file makes 1001 rooms and rate plans: make at most 1000 at once');
  });

  it('An import changes at most 500 rooms and plans that exist', async () => {
    const rooms = (guests: number) =>
      `Room id,Room,Guests\n${Array.from({ length: 501 }, (_, n) => `${80_000 + n},Cabin ${n},${guests}`).join('\n')}`;
    expect((await send(rooms(2))).body).toMatchObject({ applied: true, created: 501 });
    const { status, body } = await send(rooms(3), true);
    expect(status).toBe(400);
    expect(body.detail).toBe(
      'The file changes 501 rooms and rate plans that exist: change at most 500 at once',
    );
  });

  it('An import needs the scope admin', async () => {
    const authorization = `Bearer ${await service.createToken('people', ['decide'])}`;
    const { status } = await service.call('/admin/import', {
      method: 'POST',
      body: 'Room id\n1',
      headers: { authorization, 'content-type': 'text/csv' },
    });
    expect(status).toBe(403);
  });
});

describe('an export of rooms and rate plans', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const exported = async () =>
    (await service.call('/admin/rooms?limit=200', { headers: { accept: 'text/csv' } })).text;
  const send = (csv: string) => importFile(service, csv);

  it('An import of an export changes nothing, and creates the same records again if they were deleted', async () => {
    await send(lake(51).replaceAll('Double,', '"=Double, ""large""",'));
    const text = await exported();
    expect(text).toContain(HEAD);
    expect(text).toContain(
      `Hotel Lake,L1,"'=Double, ""large""",51,10,3,2,1,Breakfast,5103,USD,5102,20,12.50`,
    );
    expect((await send(text)).body).toMatchObject({ changes: [], problems: [], unchanged: 5 });
    for (const [id, name] of Object.entries({ 51: '=Double, "large"', 510: 'Single' })) {
      const confirm = encodeURIComponent(name);
      expect((await service.call(`/admin/rooms/${id}?confirm=${confirm}`, { method: 'DELETE' })).status).toBe(
        204,
      );
    }
    expect((await send(text)).body).toMatchObject({ applied: true, created: 5 });
    expect(await exported()).toBe(text);
  });
});
