import { RESTRICTIONS } from '../../../src/calendar/restrictions';
import { TestService } from '../../support/service';
import { countStatements } from '../../support/statements';

describe('rooms in the administration', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const room = {
    name: 'Double',
    propertyName: 'Hotel Bar',
    propertyCode: 'BAR-1',
    totalRooms: 5,
    maximumGuests: 3,
    adults: 2,
    children: 1,
  };
  const empty = {
    propertyName: null,
    propertyCode: null,
    totalRooms: null,
    maximumGuests: null,
    adults: null,
    children: null,
  };

  it('A room is created and read', async () => {
    const created = await service.admin('POST', '/rooms', room);
    expect(created).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^\d+$/), ...room, ratePlans: [] },
    });
    const read = await service.admin('GET', `/rooms/${String(created.body['id'])}`);
    expect(read).toMatchObject({ status: 200, body: created.body });
  });

  it('A room needs nothing but a name', async () => {
    const { body } = await service.admin('POST', '/rooms', { name: 'Twin' });
    expect(body).toEqual({ id: expect.any(String), name: 'Twin', ...empty, sandboxId: null, ratePlans: [] });
  });

  it.each(['', 'Bär', 'x'.repeat(17)])('%j is refused as the code of a property', async (propertyCode) => {
    const refused = await service.admin('POST', '/rooms', { name: 'Twin', propertyCode });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/propertyCode' }] });
  });

  it('A room takes an existing id of the platform, up to 2^63-1, and an id that is taken is refused', async () => {
    const id = '9223372036854775807';
    expect((await service.admin('POST', '/rooms', { id, name: 'Twin' })).body['id']).toBe(id);
    const again = await service.admin('POST', '/rooms', { id, name: 'Twin' });
    expect(again).toMatchObject({
      status: 409,
      body: {
        title: 'Conflict',
        status: 409,
        detail: `There is a room ${id} already. Leave the id out to get a free one.`,
      },
    });
    expect(again.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(again.body['requestId']).toBe(again.headers.get('x-request-id'));
  });

  it('A room gets the next free id if ids were given by hand', async () => {
    const { body: first } = await service.admin('POST', '/rooms', { name: 'One' });
    const next = BigInt(first['id'] as string) + 1n;
    await service.admin('POST', '/rooms', { id: String(next), name: 'By hand' });
    await service.admin('POST', '/rooms', { id: Number(next + 1n), name: 'By hand' });
    const { status, body } = await service.admin('POST', '/rooms', { name: 'Two' });
    expect({ status, id: body['id'] }).toEqual({ status: 201, id: String(next + 2n) });
  });

  it('Two simultaneous calls need one statement each to find a free id, even if very many ids were given by hand', async () => {
    const { body: first } = await service.admin('POST', '/rooms', { name: 'One' });
    await service.dataSource.query(
      `INSERT INTO room (id, name) SELECT $1::bigint + n, 'By hand' FROM generate_series(1, 20000) AS n`,
      [first['id']],
    );
    const create = () => service.admin('POST', '/rooms', { name: 'Two' });
    const statements = countStatements(service.dataSource);
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0].body['id']).not.toBe(answers[1].body['id']);
    expect(statements.stop().filter((sql) => sql.includes('nextval')).length).toBe(2);
    await service.dataSource.query(`DELETE FROM room WHERE name = 'By hand'`);
  });

  it('A room is created once if two calls ask for its id at once', async () => {
    const create = () => service.admin('POST', '/rooms', { id: '7000000000000000001', name: 'Twin' });
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('A change keeps the fields that it does not have, and null clears a field', async () => {
    const { body: created } = await service.admin('POST', '/rooms', room);
    const path = `/rooms/${String(created['id'])}`;
    const changed = await service.admin('PATCH', path, { name: 'Triple', adults: null });
    expect(changed).toMatchObject({ status: 200, body: { ...room, name: 'Triple', adults: null } });
    expect((await service.admin('PATCH', path, {})).body).toEqual(changed.body);
    for (const wrong of [{ name: null }, { name: '' }, { adults: -1 }, { id: '5' }]) {
      expect((await service.admin('PATCH', path, wrong)).status).toBe(400);
    }
  });

  it('Rooms are listed in pages, by property', async () => {
    const propertyName = 'Pension Linde';
    for (const name of ['A', 'B', 'C']) await service.admin('POST', '/rooms', { name, propertyName });
    const names = (body: Record<string, unknown>) =>
      (body['items'] as { name: string }[]).map(({ name }) => name);
    const query = `/rooms?propertyName=${encodeURIComponent(propertyName)}&limit=2`;
    const first = await service.admin('GET', query);
    expect(names(first.body)).toEqual(['A', 'B']);
    const second = await service.admin('GET', `${query}&cursor=${String(first.body['nextCursor'])}`);
    expect(names(second.body)).toEqual(['C']);
    expect(second.body['nextCursor']).toBeNull();
  });

  it.each([' ', '\u00a0\u2003', '\u200b'])(
    'Rooms, rate plans and tokens cannot be named %j',
    async (name) => {
      const room = await service.records.room();
      const blank = { status: 400, body: { errors: [{ pointer: '/name', message: 'must not be blank' }] } };
      expect(await service.admin('POST', '/rooms', { name })).toMatchObject(blank);
      expect(await service.admin('PATCH', `/rooms/${room}`, { name })).toMatchObject(blank);
      expect(await service.admin('POST', `/rooms/${room}/ratePlans`, { name })).toMatchObject(blank);
      expect(await service.admin('POST', '/accessTokens', { name, scopes: ['push'] })).toMatchObject(blank);
      expect(await service.admin('POST', '/rooms', { name: 'Twin', propertyName: name })).toMatchObject({
        body: { errors: [{ pointer: '/propertyName', message: 'must not be blank' }] },
      });
    },
  );

  it('A search finds rooms by a part of their name or property, in any case', async () => {
    const create = (name: string, propertyName: string | null) =>
      service.admin('POST', '/rooms', { name, propertyName });
    await create('Suite Ähre 100%', 'Gasthof Krone');
    await create('Kammer', 'Gasthof Zur ÄHRE');
    await create('Kammer 1000', null);
    await create('Back\\slash_room', 'Gasthof Krone');
    const found = async (query: Record<string, string>) => {
      const { body } = await service.admin('GET', `/rooms?${new URLSearchParams(query).toString()}`);
      return (body['items'] as { name: string }[]).map(({ name }) => name);
    };
    expect(await found({ search: 'ähre' })).toEqual(['Suite Ähre 100%', 'Kammer']);
    expect(await found({ search: '100%' })).toEqual(['Suite Ähre 100%']);
    expect(await found({ search: 'SLASH_R' })).toEqual(['Back\\slash_room']);
    expect(await found({ search: 'k\\slash' })).toEqual(['Back\\slash_room']);
    expect(await found({ search: 'a_m' })).toEqual([]);
    expect(await found({ search: 'gasthof', propertyName: 'Gasthof Krone' })).toEqual([
      'Suite Ähre 100%',
      'Back\\slash_room',
    ]);
    expect(await found({ search: 'suite', propertyName: 'Gasthof Zur ÄHRE' })).toEqual([]);
    expect((await service.admin('GET', '/rooms?search=')).status).toBe(400);
    const { body: first } = await service.admin('GET', '/rooms?search=gasthof&limit=2');
    const next = `/rooms?search=gasthof&limit=2&cursor=${String(first['nextCursor'])}`;
    expect((await service.admin('GET', next)).body).toMatchObject({
      items: [{ name: 'Back\\slash_room' }],
      nextCursor: null,
    });
  });

  describe('a search by words', () => {
    const create = async (name: string, propertyName: string | null = null) =>
      (await service.admin('POST', '/rooms', { name, propertyName })).body['id'] as string;
    const page = async (query: Record<string, string>) => {
      const path = `/rooms?${new URLSearchParams(query).toString()}`;
      const { status, body } = await service.admin('GET', path);
      expect({ status, detail: body['detail'] }).toEqual({ status: 200, detail: undefined });
      return body as { items: { id: string; name: string }[]; nextCursor: string | null };
    };
    const found = async (search: string) => (await page({ search })).items.map(({ name }) => name);

    it('A search finds the room by all its words, each in the name of the room or of its property', async () => {
      await create('Turmzimmer', 'Hotel Zum Goldenen Anker');
      await create('Turmzimmer', 'Hotel Zum Silbernen Anker');
      await create('Kammer', 'Hotel Zum Goldenen Anker');
      for (const search of [
        'Hotel Zum Goldenen Anker Turmzimmer',
        'Hotel Zum Goldenen Anker · Turmzimmer',
        'turm\u00a0gold',
        'anker·turmzimmer zum goldenen',
      ]) {
        const { items, nextCursor } = await page({ search });
        expect([search, items, nextCursor]).toMatchObject([
          search,
          [{ name: 'Turmzimmer', propertyName: 'Hotel Zum Goldenen Anker' }],
          null,
        ]);
      }
      expect(await found('Goldenen Turmzimmer Silbernen')).toEqual([]);
    });

    it('A search ranks equal names first, then the beginning of names, then beginnings of words', async () => {
      await create('Nordost W7');
      await create('Zimmer (Ost) W7');
      await create('Ost W7 Suite');
      await create('Ost W7', 'Kost');
      await create('Kammer', 'Ost W7');
      await create('OST W7');
      expect(await found('ost w7')).toEqual([
        'Ost W7',
        'OST W7',
        'Ost W7 Suite',
        'Kammer',
        'Zimmer (Ost) W7',
        'Nordost W7',
      ]);
      expect(await found('Kost · Ost W7')).toEqual(['Ost W7']);
    });

    it('The pages of a search continue after their last room, whatever is created or deleted before it', async () => {
      const ids: string[] = [];
      for (const name of ['Xquis 3 a', 'Quis 3', 'Hof Quis 3', 'Quis 3 b', 'Xquis 3 c', 'Quis 3 d'])
        ids.push(await create(name));
      const first = await page({ search: 'quis 3', limit: '3' });
      expect(first.items.map(({ name }) => name)).toEqual(['Quis 3', 'Quis 3 b', 'Quis 3 d']);
      await create('Quis 3');
      await service.admin('DELETE', `/rooms/${ids[3]}?confirm=Quis 3 b`);
      const second = await page({ search: 'quis 3', limit: '2', cursor: first.nextCursor ?? '' });
      expect(second.items.map(({ name }) => name)).toEqual(['Hof Quis 3', 'Xquis 3 a']);
      const last = await page({ search: 'quis 3', limit: '2', cursor: second.nextCursor ?? '' });
      expect(last).toMatchObject({ items: [{ name: 'Xquis 3 c' }], nextCursor: null });
      for (const foreign of ['7', '4.7', '1.x', '1.0'])
        expect((await service.admin('GET', `/rooms?search=quis&cursor=${foreign}`)).body).toMatchObject({
          errors: [{ pointer: '/cursor', message: 'must be the nextCursor of the page before' }],
        });
      expect((await service.admin('GET', '/rooms?cursor=1.7')).status).toBe(400);
    });

    it.each([
      ['ÄHRE ÇA', 'Ähre ça'],
      ['ähre ça', 'ÄHRE ÇA'],
      ['istanbul', 'İstanbul'],
      ['İSTANBUL', 'istanbul'],
      ['IŞIK', 'ışık'],
      ['ışık', 'IŞIK'],
      ['ΌΛΥΜΠΟΣ', 'Όλυμπος'],
      ['όλυμπος', 'ΌΛΥΜΠΟΣ'],
      ['straẞe', 'Straße'],
      ['МОСКВА', 'Москва'],
      ['ホテル 🏨', '🏨ホテル'],
    ])('A search for %s finds %s', async (search, name) => {
      await create(name, 'Letters');
      expect(await found(search)).toContain(name);
    });

    it.each([
      '100%',
      'a_b',
      'c:\\d',
      '[e]',
      '(f',
      'g)*',
      '^h$',
      'i+?',
      'j|k',
      '{2}',
      '***=l',
      '.m',
      "n'o",
      'p"q',
    ])('A search takes %s literally', async (search) => {
      await create(`${search} literally`);
      await create('100x axb c:d e f g h ii j k 22 l xm no pq literally');
      expect(await found(`${search} LITERALLY`)).toEqual([`${search} literally`]);
    });

    it('A search may be as long as three names, with any number of words', async () => {
      const [hotel, name] = ['h'.repeat(200), 'r'.repeat(200)];
      await create(name, hotel);
      expect(await found(`${hotel} · ${name} · ${hotel}`)).toEqual([name]);
      expect((await service.admin('GET', `/rooms?search=${'x'.repeat(607)}`)).status).toBe(400);
      const words = Array.from({ length: 50 }, (_, index) => `w${index}`);
      await create(words.join(' '));
      await create(words.with(49, 'w50').join(' '));
      for (const search of [words, words.toReversed(), [...words, ...words]])
        expect(await found(search.join(' '))).toEqual([words.join(' ')]);
      expect(await page({ search: '·', limit: '5' })).toMatchObject({
        items: (await page({ limit: '5' })).items,
      });
    });
  });

  it('A deleted room loses its plans, prices and availability', async () => {
    const id = await service.records.room();
    const base = await service.records.ratePlan(id);
    const derived = await service.records.ratePlan(id, base);
    await service.pushPrices(id, base, [{ date: '2026-12-01', price: 1 }]);
    expect((await service.admin('DELETE', `/rooms/${id}?confirm=Double`)).status).toBe(204);
    expect((await service.admin('GET', `/rooms/${id}`)).status).toBe(404);
    expect(await service.records.prices(derived)).toEqual({});
    expect((await service.admin('DELETE', `/rooms/${id}?confirm=Double`)).status).toBe(404);
  });

  it('A room is not deleted while a plan of another room derives from one of its plans', async () => {
    const [id, other] = [await service.records.room(), await service.records.room()];
    const derived = await service.records.ratePlan(other, await service.records.ratePlan(id));
    const refused = await service.admin('DELETE', `/rooms/${id}?confirm=Double`);
    expect(refused.status).toBe(409);
    expect(refused.body['detail']).toContain(`${derived} of room ${other}`);
    await service.admin('DELETE', `/ratePlans/${derived}?confirm=Plan`);
    expect((await service.admin('DELETE', `/rooms/${id}?confirm=Double`)).status).toBe(204);
  });

  it('A room is returned with its rate plans', async () => {
    const id = await service.records.room();
    const base = await service.records.ratePlan(id);
    const derived = await service.records.ratePlan(id, base, { steps: [{ percent: '-10' }] });
    const { body } = await service.admin('GET', `/rooms/${id}`);
    const rule = {
      steps: [{ percent: '-10' }],
      rounding: { mode: 'halfUp', increment: '0.01' },
      minimum: null,
      maximum: null,
      inherit: RESTRICTIONS,
    };
    expect(body['ratePlans']).toEqual([
      { id: base, roomId: id, name: 'Plan', currency: 'EUR', derivation: null, guard: null },
      {
        id: derived,
        roomId: id,
        name: 'Plan',
        currency: 'EUR',
        derivation: { from: base, ...rule },
        guard: null,
      },
    ]);
  });

  it.each([
    [{}, '/name', 'must be a string'],
    [{ name: '' }, '/name', 'must be longer than or equal to 1 characters'],
    [{ name: 'x'.repeat(201) }, '/name', 'must be shorter than or equal to 200 characters'],
    [{ name: 'a\u0000b' }, '/name', 'must not have control characters or unpaired surrogates'],
    [{ name: 'a\ud800b' }, '/name', 'must not have control characters or unpaired surrogates'],
    [{ name: null }, '/name', 'must be a string'],
    [{ name: 'A', adults: -1 }, '/adults', 'must not be less than 0'],
    [{ name: 'A', adults: 1.5 }, '/adults', 'must be an integer number'],
    [{ name: 'A', adults: 2147483648 }, '/adults', 'must not be greater than 2147483647'],
    [{ name: 'A', id: '0' }, '/id', 'must be a string of digits, from 1 to 9223372036854775807'],
    [{ name: 'A', id: 2 ** 53 }, '/id', 'must be a string of digits, from 1 to 9223372036854775807'],
    [{ name: 'A', id: null }, '/id', 'must be a string of digits, from 1 to 9223372036854775807'],
    [{ name: 'A', 'a/b~': 1 }, '/a~1b~0', 'is not a field of this call'],
  ])('The room %j is refused with a pointer to the wrong field', async (body, pointer, message) => {
    const answer = await service.admin('POST', '/rooms', body);
    expect(answer).toMatchObject({
      status: 400,
      body: { title: 'Bad Request', errors: [{ pointer, message }] },
    });
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'colour=blue'])(
    'A list with %s is a 400',
    async (query) => {
      expect((await service.admin('GET', `/rooms?${query}`)).status).toBe(400);
    },
  );

  it.each(['GET', 'PATCH', 'DELETE'])(
    '%s of a missing room is a 404, and of a wrong id a 400',
    async (method) => {
      const body = method === 'PATCH' ? {} : undefined;
      expect(await service.admin(method, '/rooms/987654', body)).toMatchObject({
        status: 404,
        body: { detail: 'There is no room 987654' },
      });
      expect((await service.admin(method, '/rooms/one', body)).status).toBe(400);
    },
  );

  it.each(['null', '[]', '"room"', '7', '{"name":', ''])('The body %s is refused', async (body) => {
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    expect((await service.call('/admin/rooms', init)).status).toBe(400);
  });
});
