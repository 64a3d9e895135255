import type { DataSource } from 'typeorm';
import { migrate } from '../../../src/platform/database/migrate';
import { openDataSource } from '../../support/data-source';
import { createDatabase } from '../../support/database';
import { TestService } from '../../support/service';

const COMPOSED = 'Hôtel de l’Étoile'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');
/** A name with the characters that people paste: a no-break space, a zero-width space and a tab. */
const PASTED = ` Hôtel\u00A0de\t l’É\u200Btoile `.normalize('NFD');
const SPELLINGS = [COMPOSED, DECOMPOSED, PASTED];
const DAY = '2026-12-24';

interface Page {
  items: { id: string; roomId: string; name: string; token: string | null }[];
}

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();

describe('names that look the same', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const createRoom = async (fields: object) =>
    (await service.admin('POST', '/rooms', fields)).body as {
      id: string;
      name: string;
      propertyName: string;
    };
  const list = async (path: string, query: Record<string, string>) =>
    (await service.admin<Page>('GET', `${path}?${queryOf(query)}`)).body.items;
  const push = (roomId: string, token: string) =>
    service.post(`/updateCalendarInventory?roomId=${roomId}`, [{ date: DAY, inventoryNumber: 1 }], {
      headers: { authorization: `Bearer ${token}` },
    });

  it.each(SPELLINGS)(
    'A room and its plan with the name %j are stored and found by each spelling',
    async (name) => {
      const room = await createRoom({ name, propertyName: name });
      expect(room).toMatchObject({ name: COMPOSED, propertyName: COMPOSED });
      const plan = await service.admin('POST', `/rooms/${room.id}/ratePlans`, { name });
      expect(plan.body).toMatchObject({ name: COMPOSED });
      const dates = { from: DAY, to: DAY };
      for (const spelling of SPELLINGS) {
        for (const filter of ['search', 'propertyName'])
          expect(await list('/rooms', { [filter]: spelling })).toContainEqual(
            expect.objectContaining({ id: room.id }),
          );
        expect(await list('/ratePlans', { search: spelling })).toContainEqual(
          expect.objectContaining({ id: plan.body['id'] }),
        );
        expect(await list('/properties', { search: spelling })).toEqual([
          expect.objectContaining({ name: COMPOSED }),
        ]);
        expect(await list('/calendar', { ...dates, propertyName: spelling })).toContainEqual(
          expect.objectContaining({ roomId: room.id }),
        );
        expect(await list('/journal', { propertyName: spelling })).toContainEqual(
          expect.objectContaining({ roomId: room.id }),
        );
        expect(await list('/feedHealth', { propertyName: spelling })).toContainEqual(
          expect.objectContaining({ roomId: room.id }),
        );
      }
    },
  );

  it.each(SPELLINGS)(
    'The deletion of a room and a plan is confirmed by their name, typed as %j',
    async (typed) => {
      const { id } = await createRoom({ name: DECOMPOSED });
      const plan = await service.admin('POST', `/rooms/${id}/ratePlans`, { name: DECOMPOSED });
      const confirm = queryOf({ confirm: typed });
      const remove = async (path: string) => (await service.admin('DELETE', `${path}?${confirm}`)).status;
      expect(await remove(`/ratePlans/${String(plan.body['id'])}`)).toBe(204);
      expect(await remove(`/rooms/${id}`)).toBe(204);
    },
  );

  it.each(['Doppelzimmer', 'Doppelzimmer '])(
    'A room named "Doppelzimmer " is deleted with %j',
    async (typed) => {
      const { id, name } = await createRoom({ name: 'Doppelzimmer ' });
      expect(name).toBe('Doppelzimmer');
      const confirm = queryOf({ confirm: typed });
      expect((await service.admin('DELETE', `/rooms/${id}?${confirm}`)).status).toBe(204);
    },
  );

  it.each([
    ['hôtel de l’étoile', 'Upper and lower case differ'],
    ["Hôtel de l'Étoile", "Character 11 is “'” (U+0027), not “’” (U+2019)"],
    ['Hôtel de l’Étоile', 'Character 14 is “о” (Cyrillic, U+043E), not “o” (Latin, U+006F)'],
  ])('The refusal of a deletion with %j says where the names differ', async (typed, difference) => {
    const { id } = await createRoom({ name: COMPOSED });
    const refused = await service.admin('DELETE', `/rooms/${id}?${queryOf({ confirm: typed })}`);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            message:
              `must be the name of room ${id}, "${COMPOSED}"; got "${typed}". ${difference}. ` +
              'The deletion also removes: 0 rate plans and its calendar. ' +
              `To continue, repeat the call with ?confirm=${encodeURIComponent(COMPOSED)}`,
          },
        ],
      },
    });
  });

  it.each(SPELLINGS)('A token for a property pushes, with its name spelled as %j', async (spelling) => {
    const { id } = await createRoom({ name: 'Double', propertyName: DECOMPOSED });
    const { body } = await service.admin('POST', '/accessTokens', {
      ...{ name: spelling, scopes: ['push'], propertyNames: [spelling] },
    });
    expect(body).toMatchObject({ name: COMPOSED, propertyNames: [COMPOSED] });
    expect((await push(id, String(body['token']))).status).toBe(200);
    for (const token of SPELLINGS)
      expect(await list('/journal', { token, roomId: id })).toEqual([
        expect.objectContaining({ token: COMPOSED }),
      ]);
    const undo = { token: spelling, roomId: id, from: '2026-01-01', dryRun: true };
    expect((await service.admin('POST', '/journal/undo', undo)).body).toMatchObject({ rooms: 1 });
  });

  it('A token is refused if a property name is blank or occurs twice in different spellings', async () => {
    for (const propertyNames of [[COMPOSED, DECOMPOSED], [' '], ['\u200B'], ['']]) {
      const token = { name: 'Hotel Bar', scopes: ['push'], propertyNames };
      expect((await service.admin('POST', '/accessTokens', token)).status).toBe(400);
    }
  });

  it('A sandbox has its name in the normal form', async () => {
    const { body } = await service.admin('POST', '/sandboxes', { name: PASTED });
    expect(body).toMatchObject({
      name: COMPOSED,
      propertyName: expect.stringMatching(/^Sandbox Hôtel de l’Étoile [0-9a-f]{8}$/) as string,
    });
    await service.admin('DELETE', `/sandboxes/${String(body['id'])}`);
  });

  it('An import finds no difference between spellings', async () => {
    const csv = (name: string) =>
      `Hotel,Room,Room id,Rate plan,Rate plan id\n"${name}","${name}",880,"${name}",8801\n"${COMPOSED}",,880,Other,8802`;
    expect((await service.importCsv(csv(PASTED))).body).toMatchObject({ created: 3 });
    for (const name of SPELLINGS)
      expect((await service.importCsv(csv(name))).body).toMatchObject({ changed: 0, unchanged: 3 });
  });

  it('The length of a name is that of its normal form, and a name without a visible character is refused', async () => {
    const long = 'é'.repeat(200);
    expect((await createRoom({ name: ` ${long.normalize('NFD')} ` })).name).toBe(long);
    for (const name of [`${long}é`, '', ' \u00A0', '\u200B', 'a\u0000b']) {
      expect((await service.admin('POST', '/rooms', { name })).status).toBe(400);
      expect((await service.admin('GET', `/rooms?${queryOf({ propertyName: name })}`)).status).toBe(400);
    }
  });

  it('The mail about a push has the name of the property in the normal form', async () => {
    await service.post('/updateCalendarInventory?roomId=99999', [
      { date: DAY, inventoryNumber: 1, propertyName: PASTED },
    ]);
    const [entry] = await service.dataSource.query<{ notice: { propertyName: string } }[]>(
      `SELECT notice FROM journal_entry WHERE room_id = 99999`,
    );
    expect(entry?.notice.propertyName).toBe(COMPOSED);
  });
});

describe('the migration of names', () => {
  let dataSource: DataSource;
  let service: TestService;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    database = await createDatabase();
    dataSource = await openDataSource(database.url);
    await store(dataSource);
    await dataSource.query(`DELETE FROM migration WHERE name = 'V2NormalNames1790000000000'`);
    await migrate(database.url);
    service = await TestService.start({ database });
  });
  afterAll(async () => {
    await service.stop();
    await dataSource.destroy();
    await database.drop();
  });

  const textsOf = async (table: string, column: string, order: string) => {
    const rows = await dataSource.query<{ text: string }[]>(
      `SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${order}`,
    );
    return rows.map(({ text }) => text);
  };

  it.each([
    ['room', 'name', 'id', ['Doppelzimmer', COMPOSED, COMPOSED, 'Twin']],
    ['room', 'property_name', 'id', [COMPOSED, COMPOSED, COMPOSED]],
    ['room_state', 'name', 'room_id', ['Doppelzimmer']],
    ['room_state', 'property_name', 'room_id', [COMPOSED]],
    ['rate_plan', 'name', 'id', [COMPOSED]],
    ['rate_plan_state', 'name', 'rate_plan_id', [COMPOSED]],
    ['closure', 'created_by', 'id', [COMPOSED]],
    ['closure', 'opened_by', 'id', [COMPOSED]],
    ['undo', 'token', 'id', [COMPOSED]],
    ['undo', 'requested_by', 'id', [COMPOSED]],
    ['notification', 'property_name', 'id', [COMPOSED]],
    ['sandbox', 'name', 'id', [COMPOSED]],
    ['sandbox', 'property_name', 'id', [`Sandbox ${COMPOSED}`]],
    ['journal_entry', 'token', 'received_at', [COMPOSED, 'other']],
  ])('The migration normalizes %s.%s', async (table, column, order, texts) => {
    expect(await textsOf(table, column, order)).toEqual(texts);
  });

  it('The migration covers every column with a name', async () => {
    const rows = await dataSource.query<{ place: string }[]>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type IN ('text', 'ARRAY', 'character varying')
          AND column_name ~ 'name|token|(_by)$' ORDER BY place`,
    );
    expect(rows.map(({ place }) => place)).toEqual([
      'access_token.name',
      'access_token.property_names',
      'closure.created_by',
      'closure.opened_by',
      'journal_entry.token',
      'migration.name',
      'notification.property_name',
      'rate_plan.name',
      'rate_plan_state.name',
      'room.name',
      'room.property_name',
      'room_state.name',
      'room_state.property_name',
      'sandbox.name',
      'sandbox.property_name',
      'undo.requested_by',
      'undo.token',
    ]);
  });

  it('The two spellings of a hotel are one hotel, and a token for it pushes', async () => {
    const { body } = await service.admin<Page>('GET', '/properties');
    expect(body.items).toEqual([
      expect.objectContaining({ name: COMPOSED, rooms: 3 }),
      expect.objectContaining({ name: null }),
    ]);
    const tokens = await dataSource.query(
      `SELECT name, property_names FROM access_token WHERE property_names IS NOT NULL`,
    );
    expect(tokens).toEqual([{ name: COMPOSED, property_names: [COMPOSED, 'Annex'] }]);
    for (const room of [1, 2, 3]) {
      const answer = await service.post(
        `/updateCalendarInventory?roomId=${room}`,
        [{ date: DAY, inventoryNumber: 1 }],
        { headers: { authorization: 'Bearer secret' } },
      );
      expect(answer.status).toBe(200);
    }
  });
});

/** Stores names as an earlier version took them. */
async function store(dataSource: DataSource): Promise<void> {
  const id = '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77';
  const other = '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e78';
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO room (id, name, property_name)
       VALUES (1, 'Doppelzimmer ', $1), (2, $1, $2), (3, $3, $3), (4, 'Twin', NULL)`,
      [DECOMPOSED, PASTED, COMPOSED],
    ],
    [`INSERT INTO rate_plan (id, room_id, name) VALUES (1, 1, $1)`, [PASTED]],
    [`INSERT INTO room_state VALUES (1, now(), now(), false, NULL, 'Doppelzimmer ', $1)`, [DECOMPOSED]],
    [
      `INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, name)
       VALUES (1, 1, now(), now(), false, $1)`,
      [DECOMPOSED],
    ],
    [
      `INSERT INTO closure VALUES ($2, 1, NULL, '2026-12-24', '2026-12-24', 'Repairs', now(), $1, now(), $1, $2)`,
      [DECOMPOSED, id],
    ],
    [
      `INSERT INTO undo (id, requested_by, is_dry_run, operations, first_entry_id, last_entry_id, token, touched_at, finished_at)
       VALUES ($2, $1, true, '{}', $2, $2, $1, now(), now())`,
      [DECOMPOSED, id],
    ],
    [
      `INSERT INTO notification (topic, trigger, property_name, occurrences, first_at, last_at, request_ids, state, due_at,
                                 next_attempt_at)
       VALUES ('', 'refused', $1, 1, now(), now(), '{}', 'sent', now(), now())`,
      [DECOMPOSED],
    ],
    [
      `INSERT INTO sandbox VALUES ($3, $1, $2, $3, '2026-12-01', now(), NULL, '2099-01-01', NULL)`,
      [DECOMPOSED, `Sandbox ${DECOMPOSED}`, id],
    ],
    [
      `INSERT INTO access_token (id, name, sha256, scopes, property_names, created_at)
       VALUES ($1, $2, sha256('secret'), '{push}', $3, now())`,
      [id, DECOMPOSED, [DECOMPOSED, COMPOSED, 'Annex']],
    ],
    [
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, token, token_id, outcome)
       VALUES ($1, '2026-11-01', now(), 'changeRoom', $3, $1, 'applied'),
              ($2, '2026-11-02', now(), 'changeRoom', 'other', $2, 'applied')`,
      [id, other, DECOMPOSED],
    ],
  ];
  for (const [statement, values] of statements) await dataSource.query(statement, values);
}
