import { TestService } from '../support/service';

describe('access tokens, in the administration', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  interface Token {
    id: string;
    token: string;
    revokedAt: string | null;
  }
  const create = (token: object) => service.admin<Token>('POST', '/accessTokens', token);
  const pushWith = async (on: TestService, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await on.post('/updateCalendarInventory?roomId=1', [], { headers })).status;
  };

  it('are created, and shown this once', async () => {
    const { status, body } = await create({ name: 'allbookers', scopes: ['push'] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'allbookers',
      scopes: ['push'],
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await pushWith(service, body.token)).toBe(200);
    expect(JSON.stringify((await service.admin('GET', '/accessTokens')).body)).not.toContain(body.token);
  });

  it('are listed in pages, the revoked ones as well', async () => {
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

  it('are revoked at once, on every instance', async () => {
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
  ])('are refused %j, with a pointer', async (token, pointer) => {
    const answer = await service.admin<{ errors: { pointer: string }[] }>('POST', '/accessTokens', token);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  });

  it('that do not exist are a 404', async () => {
    expect((await service.admin('DELETE', '/accessTokens/01935f3e-0000-7000-8000-000000000000')).status).toBe(
      404,
    );
    expect((await service.admin('DELETE', '/accessTokens/7')).status).toBe(400);
    expect((await service.admin('GET', '/accessTokens?cursor=7')).status).toBe(400);
  });
});
