import { createHash } from 'node:crypto';
import { countStatements, watchStatements } from '../../support/statements';
import { TestService } from '../../support/service';

const LIMIT = 30;
const PUSH = '/updateCalendarInventory?roomId=1';

describe('calls without a valid token', () => {
  let service: TestService;
  beforeEach(async () => (service = await TestService.start()));
  afterEach(() => service.stop());

  const push = (token: string, path = PUSH) =>
    service.post(path, [], { headers: { authorization: token && `Bearer ${token}` } });
  const madeUp = (count: number) =>
    Array.from({ length: count }, (_, index) => `made-up-${index}-${'x'.repeat(32)}`);
  const exceedTheLimit = async () => {
    for (let call = 1; call <= LIMIT; call++) expect((await push('')).status).toBe(401);
  };

  it.each([
    ['no token', ''],
    ['an unknown token', 'x'.repeat(43)],
  ])('More than 30 calls a minute with %s are answered 429 with Retry-After', async (_, token) => {
    await exceedTheLimit();
    const answer = await push(token);
    expect(answer).toMatchObject({ status: 429, text: 'Too many calls without a valid access token' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await push(token, '/roomEditChannelManager')).toMatchObject({ status: 429, text: 'false' });
    const { headers } = await push(token, '/admin/rooms');
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('Calls without a token do not reach the database', async () => {
    await exceedTheLimit();
    const statements = countStatements(service.dataSource);
    await push('');
    expect(statements.stop()).toEqual([]);
  });

  it('Refused calls never block a valid token from the same address, not even one just made elsewhere', async () => {
    await exceedTheLimit();
    const other = await TestService.start({ beside: service });
    try {
      await Promise.all(madeUp(50).map((token) => push(token)));
      expect((await push(service.token)).status).toBe(200);
      const token = await other.createToken('new', ['push']);
      expect((await push(token)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('A token that is made after it was refused is accepted', async () => {
    const token = 'chosen-by-people-'.repeat(3);
    expect((await push(token)).status).toBe(401);
    const sha256 = createHash('sha256').update(token).digest();
    await service.dataSource.query(
      `INSERT INTO access_token (id, name, sha256, scopes, created_at) VALUES (gen_random_uuid(), 'late', $1, '{push}', now())`,
      [sha256],
    );
    expect((await push(token)).status).toBe(200);
  });

  it('Made-up tokens are looked up by one statement at a time', async () => {
    let running = 0;
    let most = 0;
    const isLookup = (query: string) => query.includes('sha256 = ANY');
    watchStatements(service.dataSource, {
      beforeQuery: ({ query }) => {
        if (isLookup(query)) most = Math.max(most, ++running);
      },
      afterQuery: ({ query }) => {
        if (isLookup(query)) running--;
      },
    });
    const answers = await Promise.all(madeUp(200).map((token) => push(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect(most).toBe(1);
  });
});

describe('answers', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  it.each(['/docs', '/docs-json', '/docs/swagger-ui.css', '/health/live', '/admin/rooms', '/nowhere', PUSH])(
    'Answers of %s have security headers, no redirect to https, and no software name',
    async (path) => {
      const { headers } = await service.call(path, { headers: { authorization: '' } });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain('upgrade-insecure-requests');
      for (const absent of [
        'strict-transport-security',
        'server',
        'x-powered-by',
        'access-control-allow-origin',
      ])
        expect({ absent, value: headers.get(absent) }).toEqual({ absent, value: null });
    },
  );

  it.each(['/admin', '/admin/rooms', '/admin/rooms?limit=0', '/admin?x'])(
    'Answers of %s must not be stored, failures included',
    async (path) => {
      for (const authorization of ['', `Bearer ${service.token}`]) {
        const { headers } = await service.call(path, { headers: { authorization } });
        expect(headers.get('cache-control')).toBe('no-store');
      }
      expect((await service.call('/administrator')).headers.get('cache-control')).toBeNull();
    },
  );

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
    'The answer to %s of an unknown path is 404',
    async (method) => {
      for (const path of [
        '/nowhere',
        '/admin',
        '/admin/rooms/1/calendar/2',
        '/docs/../ormconfig.ts',
        '/docs/%2e%2e%2fpackage.json',
      ]) {
        const { status, headers, text } = await service.call(`${path}?access_token=secret`, { method });
        expect(status).toBe(404);
        expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
        if (method !== 'HEAD')
          expect(JSON.parse(text)).toEqual({
            type: 'about:blank',
            title: 'Not Found',
            status: 404,
            detail: 'There is no such operation',
            errors: [],
            requestId: headers.get('x-request-id'),
          });
      }
    },
  );

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'A %s call to the address of a push is answered 405, in the format of that push',
    async (method) => {
      expect(await service.call(PUSH, { method })).toMatchObject({
        status: 405,
        text: `/updateCalendarInventory takes POST, not ${method}`,
      });
      expect(await service.call('/roomEditChannelManager', { method })).toMatchObject({
        status: 405,
        text: 'false',
      });
    },
  );
});
