import { TestService } from '../../support/service';

describe('access tokens in the administration', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  interface Token {
    id: string;
    name: string;
    token: string;
    createdBy: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  }
  const idOf = async (name: string) => {
    const { body } = await service.admin<{ items: Token[] }>('GET', '/accessTokens?limit=200');
    return body.items.find((token) => token.name === name)?.id;
  };
  /** The entries of an operation on tokens, newest first. */
  const journal = async (operation: string) => {
    const { body } = await service.admin<{ items: { requestId: string; token: string; changes: object }[] }>(
      'GET',
      `/journal?operation=${operation}`,
    );
    return body.items;
  };
  /** Calls the administration like `service.admin`, with another token. */
  const adminWith = async (token: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body
      ? { body: JSON.stringify(body), headers }
      : { headers: { authorization: headers.authorization } };
    const answer = await service.call(`/admin${path}`, { method, ...init });
    return { status: answer.status, body: JSON.parse(answer.text || 'null') as Token & { detail: string } };
  };
  const create = (token: object) => service.admin<Token>('POST', '/accessTokens', token);
  const pushWith = async (on: TestService, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await on.post('/updateCalendarInventory?roomId=1', [], { headers })).status;
  };

  it('A new access token is shown once', async () => {
    const { status, body } = await create({ name: 'allbookers', scopes: ['push'] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'allbookers',
      scopes: ['push'],
      propertyNames: null,
      createdAt: expect.any(String),
      createdBy: await idOf('test'),
      expiresAt: null,
      lastUsedAt: null,
      sandboxId: null,
      revokedAt: null,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await pushWith(service, body.token)).toBe(200);
    expect(JSON.stringify((await service.admin('GET', '/accessTokens')).body)).not.toContain(body.token);
  });

  it('The list of tokens has pages, and includes revoked ones', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C']) ids.push((await create({ name, scopes: ['push'] })).body.id);
    await service.admin('DELETE', `/accessTokens/${ids[1]}`);
    const listed: Token[] = [];
    for (let cursor = ''; ;) {
      const page = await service.admin<{ items: Token[]; nextCursor: string | null }>(
        'GET',
        `/accessTokens?limit=2${cursor}`,
      );
      expect(page.body.items.length).toBeLessThanOrEqual(2);
      listed.push(...page.body.items);
      if (page.body.nextCursor === null) break;
      cursor = `&cursor=${page.body.nextCursor}`;
    }
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    expect(listed.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('The journal says who created or revoked which token with which scopes, never its secret', async () => {
    const token = { scopes: ['push'], propertyNames: ['Hotel Bar'], expiresAt: '2099-12-31T00:00:00Z' };
    const { body, headers } = await create({ name: 'journaled', ...token });
    const recorded = { id: body.id, name: 'journaled', ...token, expiresAt: '2099-12-31T00:00:00.000Z' };
    const [created] = await journal('createAccessToken');
    expect(created).toMatchObject({
      requestId: headers.get('x-request-id'),
      roomId: null,
      token: 'test',
      outcome: 'applied',
      changes: Object.fromEntries(Object.entries(recorded).map(([field, to]) => [field, { from: null, to }])),
    });
    await service.admin('DELETE', `/accessTokens/${body.id}`);
    const [revoked] = await journal('revokeAccessToken');
    expect(revoked).toMatchObject({
      token: 'test',
      changes: Object.fromEntries(
        Object.entries(recorded).map(([field, from]) => [field, { from, to: null }]),
      ),
    });
    const entries = await service.dataSource.query<{ row: string }[]>(
      `SELECT journal_entry::text AS row FROM journal_entry`,
    );
    expect(entries.some(({ row }) => row.includes(body.token))).toBe(false);
  });

  it('The list of tokens has the calls of each token in the last 24 hours, and how many were refused', async () => {
    const { body } = await create({ name: 'counted', scopes: ['push'] });
    await create({ name: 'counted', scopes: ['push'] });
    const headers = { authorization: `Bearer ${body.token}` };
    await service.post('/updateCalendarInventory?roomId=1', [], { headers });
    await service.post('/updateCalendarInventory?roomId=1', [{}], { headers });
    // The journal uses the machine's clock.
    const now = await service.startBeside({ now: new Date() });
    const list = await now.admin<{
      items: { id: string; name: string; callsLastDay: number; refusedLastDay: number }[];
    }>('GET', '/accessTokens?limit=200');
    const counted = list.body.items.filter(({ name }) => name === 'counted');
    const figures = counted.map((token) => [token.id === body.id, token.callsLastDay, token.refusedLastDay]);
    expect(figures.sort()).toEqual([
      [false, 0, 0],
      [true, 2, 1],
    ]);
  });

  it('A token can revoke itself, which the journal records', async () => {
    const { body } = await create({ name: 'the last one', scopes: ['admin'] });
    expect((await adminWith(body.token, 'DELETE', `/accessTokens/${body.id}`)).status).toBe(204);
    expect((await adminWith(body.token, 'GET', '/rooms')).status).toBe(401);
    expect((await journal('revokeAccessToken'))[0]).toMatchObject({ token: 'the last one' });
  });

  it('A token with an expiry after the year 9999 expires at the end of that year', async () => {
    const { body } = await create({
      name: 'for long',
      scopes: ['push'],
      expiresAt: '9999-12-31T23:00:00-02:00',
    });
    expect(body.expiresAt).toBe('9999-12-31T23:59:59.999Z');
  });

  it('A token does not outlive the token that made it', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { body: creator } = await create({ name: 'until 2099', scopes: ['admin'], expiresAt });
    const createWith = (token: object) =>
      adminWith(creator.token, 'POST', '/accessTokens', { name: 'A', scopes: ['push'], ...token });
    expect((await createWith({})).body).toMatchObject({ expiresAt, createdBy: creator.id });
    const earlier = await createWith({ expiresAt: '2098-12-31T23:59:59Z' });
    expect(earlier.body.expiresAt).toBe('2098-12-31T23:59:59.000Z');
    for (const later of ['2099-01-01T00:00:01Z', null]) {
      expect(await createWith({ expiresAt: later })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/expiresAt' }] },
      });
    }
  });

  it('A token stays valid when the token that made it is revoked', async () => {
    const { body: creator } = await create({ name: 'who leaves', scopes: ['admin'] });
    const made = await adminWith(creator.token, 'POST', '/accessTokens', { name: 'stays', scopes: ['push'] });
    await service.admin('DELETE', `/accessTokens/${creator.id}`);
    expect(await pushWith(service, made.body.token)).toBe(200);
  });

  it.each([
    [{ scopes: ['push'], propertyNames: [] }, '/propertyNames'],
    [{ scopes: ['push'], propertyNames: 'Hotel Bar' }, '/propertyNames'],
    [{ scopes: ['push'], propertyNames: ['Hotel Bar', 7] }, '/propertyNames'],
    [{ scopes: ['push'], propertyNames: ['Hotel\u0000Bar'] }, '/propertyNames'],
    [{ scopes: ['push', 'read'], propertyNames: ['Hotel Bar'] }, '/propertyNames'],
    [{ scopes: ['admin'], propertyNames: ['Hotel Bar'] }, '/propertyNames'],
  ])(
    'Only a token with the scope push alone can be limited to property names: not %j',
    async (token, pointer) => {
      expect(await create({ name: 'A', ...token })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer }] },
      });
    },
  );

  it.each([
    [{ scopes: ['push'] }, '/name'],
    [{ name: 'A' }, '/scopes'],
    [{ name: 'A', scopes: [] }, '/scopes'],
    [{ name: 'A', scopes: ['root'] }, '/scopes'],
    [{ name: 'A', scopes: ['push'], expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'A', scopes: ['push'], expiresAt: '2099-12-31T00:00:00' }, '/expiresAt'],
    [{ name: 'A', scopes: ['push'], expiresAt: '2099-W49-2T00:00:00Z' }, '/expiresAt'],
    [{ name: 'A', scopes: ['push'], expiresAt: '2099-12-31T00:00:00+02' }, '/expiresAt'],
    [{ name: 'A', scopes: ['push'], expiresAt: '2020-12-31T00:00:00Z' }, '/expiresAt'],
    [{ name: 'A', scopes: ['push'], token: 'mine' }, '/token'],
  ])('The token %j is refused, with a pointer', async (token, pointer) => {
    const answer = await service.admin<{ errors: { pointer: string }[] }>('POST', '/accessTokens', token);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  });

  it.each([
    ['"push"', '"push"'],
    ['["push","push"]', 'another list'],
    ['[]', 'an empty list'],
    ['{}', 'no list'],
    ['null', 'null'],
  ])('The scopes %s are refused with an example of a list', async (scopes, got) => {
    const { body } = await create({ name: 'A', scopes: JSON.parse(scopes) as unknown });
    const message = `must be a list of some of push, read, decide, metrics, admin, each once, as ["push"]; got ${got}`;
    expect(body).toMatchObject({ errors: [{ pointer: '/scopes', message }] });
  });

  it('The revocation of a missing token is answered 404', async () => {
    expect((await service.admin('DELETE', '/accessTokens/01935f3e-0000-7000-8000-000000000000')).status).toBe(
      404,
    );
    expect((await service.admin('DELETE', '/accessTokens/7')).status).toBe(400);
    expect((await service.admin('GET', '/accessTokens?cursor=7')).status).toBe(400);
  });

  it('A token is revoked at once, on every instance', async () => {
    const other = await TestService.start({ beside: service });
    try {
      const { body } = await create({ name: 'short-lived', scopes: ['push'] });
      expect([await pushWith(service, body.token), await pushWith(other, body.token)]).toEqual([200, 200]);
      expect((await service.admin('DELETE', `/accessTokens/${body.id}`)).status).toBe(204);
      expect([await pushWith(service, body.token), await pushWith(other, body.token)]).toEqual([401, 401]);
      expect((await service.admin('DELETE', `/accessTokens/${body.id}`)).status).toBe(204);
    } finally {
      await other.stop();
    }
  });
});
