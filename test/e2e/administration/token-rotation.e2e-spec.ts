import { TestService } from '../../support/service';

interface Token {
  id: string;
  token: string;
  expiresAt: string | null;
}

describe('rotated access tokens', () => {
  let service: TestService;
  /** A room of the property Hotel Bar. */
  let room: string;
  beforeAll(async () => {
    service = await TestService.start();
    room = await service.records.room('Hotel Bar');
  });
  afterAll(() => service.stop());

  const create = (token: object) => service.admin<Token>('POST', '/accessTokens', token);
  const pushWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await service.post(`/updateCalendarInventory?roomId=${room}`, [], { headers })).status;
  };
  const journal = async () => {
    const { body } = await service.admin<{ items: object[] }>('GET', '/journal?operation=rotateAccessToken');
    return body.items;
  };
  const DAY_MS = 86_400_000;
  const rotate = (id: string, rotation?: object) =>
    service.admin<Token & { detail: string }>('POST', `/accessTokens/${id}/rotate`, rotation);
  const read = async (id: string) => {
    const { body } = await service.admin<{ items: Token[] }>('GET', '/accessTokens?limit=200');
    return body.items.find((token) => token.id === id);
  };

  it('A rotated token gets a successor with the same name, scopes and properties, and works for 24 more hours', async () => {
    const limits = { name: 'to rotate', scopes: ['push'], propertyNames: ['Hotel Bar'] };
    const { body: old } = await create(limits);
    const before = Date.now();
    const { status, body, headers } = await rotate(old.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...limits,
      createdBy: expect.any(String),
      expiresAt: null,
      revokedAt: null,
    });
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect([body.id, body.token]).not.toContain(old.id);
    expect(body.token).not.toBe(old.token);
    const end = (await read(old.id))?.expiresAt ?? '';
    expect(Date.parse(end)).toBeGreaterThanOrEqual(before + DAY_MS);
    expect(Date.parse(end)).toBeLessThanOrEqual(Date.now() + DAY_MS);
    expect([await pushWith(old.token), await pushWith(body.token)]).toEqual([200, 200]);
    expect((await journal())[0]).toMatchObject({
      requestId: headers.get('x-request-id'),
      roomId: null,
      token: 'test',
      outcome: 'applied',
      changes: {
        id: { from: null, to: body.id },
        name: { from: null, to: 'to rotate' },
        oldId: { from: null, to: old.id },
        oldExpiresAt: { from: null, to: end },
      },
    });
    await service.dataSource.query(`UPDATE access_token SET expires_at = now() WHERE id = $1`, [old.id]);
    expect([await pushWith(old.token), await pushWith(body.token)]).toEqual([401, 200]);
  });

  it('A rotated token ends at once if the rotation says so', async () => {
    const { body: old } = await create({ name: 'leaked', scopes: ['push'] });
    const { body: successor } = await rotate(old.id, { oldEndsIn: 0 });
    expect([await pushWith(old.token), await pushWith(successor.token)]).toEqual([401, 200]);
  });

  it('A rotated token stays valid for as long as the rotation says', async () => {
    const { body: old } = await create({ name: 'slow caller', scopes: ['push'] });
    const before = Date.now();
    await rotate(old.id, { oldEndsIn: 7 * 86_400 });
    const end = Date.parse((await read(old.id))?.expiresAt ?? '');
    expect(end).toBeGreaterThanOrEqual(before + 7 * DAY_MS);
    expect(end).toBeLessThanOrEqual(Date.now() + 7 * DAY_MS);
  });

  it.each([-1, 1.5, 2_592_001, '60', null])('A rotation with oldEndsIn %p is refused', async (oldEndsIn) => {
    const { body: old } = await create({ name: 'stays', scopes: ['push'] });
    expect(await rotate(old.id, { oldEndsIn })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/oldEndsIn' }] },
    });
    expect(await read(old.id)).toMatchObject({ expiresAt: null });
  });

  it('A rotated token that expires within 24 hours keeps its expiry, and its successor has the same expiry', async () => {
    const expiresAt = new Date(Date.now() + DAY_MS / 2).toISOString();
    const { body: old } = await create({ name: 'half a day', scopes: ['read'], expiresAt });
    expect((await rotate(old.id)).body).toMatchObject({ expiresAt });
    expect(await read(old.id)).toMatchObject({ expiresAt });
  });

  it('The successor of a token does not outlive the token that rotates it', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { body: creator } = await create({ name: 'rotates', scopes: ['admin'], expiresAt });
    const { body: old } = await create({ name: 'endless', scopes: ['push'] });
    const { body: later } = await create({
      name: 'later',
      scopes: ['push'],
      expiresAt: '2099-06-01T00:00:00Z',
    });
    for (const { id } of [old, later]) {
      const headers = { authorization: `Bearer ${creator.token}` };
      const answer = await service.call(`/admin/accessTokens/${id}/rotate`, { method: 'POST', headers });
      expect(answer.status).toBe(201);
      expect(JSON.parse(answer.text)).toMatchObject({ expiresAt, createdBy: creator.id });
    }
  });

  it('A revoked or expired token cannot be rotated', async () => {
    const { body: revoked } = await create({ name: 'revoked', scopes: ['push'] });
    await service.admin('DELETE', `/accessTokens/${revoked.id}`);
    const { body: expired } = await create({ name: 'expired', scopes: ['push'] });
    await service.dataSource.query(`UPDATE access_token SET expires_at = now() WHERE id = $1`, [expired.id]);
    const count = (await journal()).length;
    expect(await rotate(revoked.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/was revoked/) },
    });
    expect(await rotate(expired.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/has expired/) },
    });
    expect((await rotate('01935f3e-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await rotate('7')).status).toBe(400);
    expect((await journal()).length).toBe(count);
  });

  it('The tokens of a sandbox and of BOOTSTRAP_TOKEN cannot be rotated', async () => {
    const sandbox = await service.admin<{ propertyName: string }>('POST', '/sandboxes', { name: 'sender' });
    expect(sandbox.status).toBe(201);
    const [own] = await service.dataSource.query<[Token]>(
      `SELECT id FROM access_token WHERE sandbox_id IS NOT NULL`,
    );
    expect(await rotate(own.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/Delete the sandbox/) },
    });
    const { body: set } = await create({ name: 'set', scopes: ['push'] });
    await service.dataSource.query(`UPDATE access_token SET is_bootstrap = true WHERE id = $1`, [set.id]);
    expect(await rotate(set.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/BOOTSTRAP_TOKEN/) },
    });
    await service.dataSource.query(`DELETE FROM access_token WHERE id = $1`, [set.id]);
  });
});
