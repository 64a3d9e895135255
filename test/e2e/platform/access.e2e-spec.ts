import { Agent, request } from 'node:http';
import { FailedAuthentications } from '../../../src/platform/auth/failed-authentications';
import type { Scope } from '../../../src/platform/auth/scopes.decorator';
import { PUSH_OPERATIONS, PUSHES } from '../../../src/push/operations';
import { routesOf } from '../../support/routes';
import { TestService } from '../../support/service';
import { countStatements } from '../../support/statements';
import { until } from '../../support/until';

const PUBLIC = ['GET /health/live', 'GET /health/ready'];
const PUSH = [
  'POST /updateCalendarInventory',
  'POST /updateCalendarPrices',
  'POST /roomEditChannelManager',
  'POST /updateCalendarBlackout',
  'POST /updateCalendarMinStay',
  'POST /updateCalendarMaxStay',
  'POST /getRoomResponseConnectivity',
  ...PUSH_OPERATIONS.filter((operation) => operation !== 'siteconnectMessage').map(
    (operation) => `POST /dryRun/${PUSHES[operation].path}`,
  ),
  'GET /receipts/:requestId',
  'GET /channex/test_connection',
  'GET /channex/mapping_details',
  'POST /channex/changes',
];
/** The routes that are open only to the token of a sandbox. */
const SANDBOX = ['GET /conformance'];
/** The routes that are open to the scopes `push` and `read`. */
const PUSH_OR_READ = ['GET /checksums'];
const DECIDE = [
  'POST /admin/heldPrices/release',
  'POST /admin/heldPrices/discard',
  'POST /admin/journal/undo',
  'POST /admin/journal/:requestId/undo',
  'POST /admin/closures',
  'DELETE /admin/closures/:id',
];

describe('access', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const push = (token: string | null) =>
    service.post('/updateCalendarInventory?roomId=1', [], {
      headers: { authorization: token === null ? '' : `Bearer ${token}` },
    });

  const routes = () => routesOf(service.app);

  it('Every route declares its access, and only health is open', () => {
    const found = routes();
    expect(found.length).toBeGreaterThan(5);
    for (const { route, access } of found) {
      expect({ route, isOpen: access === 'public', isDeclared: access !== undefined }).toEqual({
        route,
        isOpen: PUBLIC.includes(route),
        isDeclared: true,
      });
    }
    expect(found.map(({ route }) => route)).toEqual(
      expect.arrayContaining([...PUBLIC, ...PUSH, ...SANDBOX, ...DECIDE]),
    );
    const inMessage = found.filter(({ access }) => access !== 'public' && access?.isTokenInMessage);
    expect(inMessage.map(({ route }) => route)).toEqual(['POST /siteconnect', 'POST /dryRun/siteconnect']);
  });

  it.each<[Scope, (route: string) => boolean]>([
    ['push', (route) => [...PUSH, ...PUSH_OR_READ].includes(route)],
    ['read', (route) => /^GET \/(admin\/|changes|checksums)/.test(route)],
    ['decide', (route) => DECIDE.includes(route) || /^GET \/(admin\/|changes|checksums)/.test(route)],
    ['metrics', (route) => route === 'GET /metrics'],
    ['admin', (route) => ![...PUSH, ...SANDBOX].includes(route)],
  ])('The scope %s gives access to its routes, and to no other', async (scope, isOpen) => {
    const token = await service.createToken(`only ${scope}`, [scope]);
    for (const { route, access } of routes()) {
      // If a route takes the token in the message, its own tests send it.
      if (access === 'public' || access?.isTokenInMessage) continue;
      const [method, path = ''] = route.split(' ');
      // A stream would have no end.
      const query = path === '/changes/stream' ? '?after=none' : '';
      const headers = { authorization: `Bearer ${token}` };
      const answer = await service.call(path + query, { method, headers });
      expect({ route, isRefused: answer.status === 403 }).toEqual({ route, isRefused: !isOpen(route) });
    }
  });

  it.each([
    ['no token', null],
    ['an unknown token', 'x'.repeat(43)],
    ['an empty token', ''],
  ])('A call with %s is refused', async (_, token) => {
    const answer = await push(token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it.each(['Bearer   ', 'bearer ', 'BEARER  '])(
    'The Authorization header may have the token after "%s"',
    async (before) => {
      const token = await service.createToken('spaces', ['push', 'admin']);
      const headers = { authorization: before + token };
      expect((await service.post('/updateCalendarInventory?roomId=1', [], { headers })).status).toBe(200);
      expect((await service.call('/admin/rooms', { headers })).status).toBe(200);
    },
  );

  it('A token in the query or in the body is refused', async () => {
    const headers = { authorization: '' };
    const inQuery = `/updateCalendarInventory?roomId=1&access_token=${service.token}`;
    expect((await service.post(inQuery, [], { headers })).status).toBe(401);
    const body = `access_token=${service.token}`;
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await service.post('/updateCalendarInventory?roomId=1', null, { body, headers: form })).status,
    ).toBe(401);
  });

  it('Access is checked before the body is read', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 1_000_000 };
      const call = request(`${service.url}/updateCalendarInventory?roomId=1`, {
        method: 'POST',
        headers,
        agent: new Agent(),
      });
      call.on('response', (answer) => resolve(answer.statusCode)).on('error', reject);
      call.write('['); // The rest of the body never arrives.
    });
    expect(status).toBe(401);
  });

  it('A token without the scope is refused with 403', async () => {
    const admin = await service.createToken('admin only', ['admin']);
    const caller = await service.createToken('push only', ['push']);
    expect((await push(admin)).status).toBe(403);
    expect((await push(caller)).status).toBe(200);
    expect((await service.call('/metrics', { headers: { authorization: `Bearer ${caller}` } })).status).toBe(
      403,
    );
    expect((await service.call('/metrics', { headers: { authorization: `Bearer ${admin}` } })).status).toBe(
      200,
    );
  });

  it.each(['expires_at', 'revoked_at'])(
    'Access ends at once when %s is set, and nothing is changed',
    async (column) => {
      const token = await service.createToken('ending', ['push', 'admin']);
      const room = await service.records.room();
      const headers = { authorization: `Bearer ${token}` };
      const body = [{ date: '2026-12-01', inventoryNumber: 1 }];
      const path = `/updateCalendarInventory?roomId=${room}`;
      expect((await service.post(path, body, { headers })).status).toBe(200);

      await service.dataSource.query(`UPDATE access_token SET ${column} = now() WHERE name = 'ending'`);

      const answer = await service.post(path, [{ date: '2026-12-01', inventoryNumber: 2 }], { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await service.records.availability(room)).toEqual({ '2026-12-01': [1, 0] });
      expect((await service.call('/metrics', { headers })).status).toBe(401);
      expect((await service.post('/roomEditChannelManager', { id: room }, { headers })).status).toBe(401);
    },
  );

  it('The service looks a remembered token up again when the token has expired', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const token = await service.createToken('an hour', ['push'], { expiresAt });
    const lookUps = async () => {
      const statements = countStatements(service.dataSource);
      expect((await push(token)).status).toBe(200); // The token has not expired by the database's clock.
      return statements.stop().filter((sql) => sql.includes('sha256 = ANY')).length;
    };
    await push(token);
    expect(await lookUps()).toBe(0);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(expiresAt.getTime());
    try {
      expect(await lookUps()).toBe(1);
    } finally {
      clock.mockRestore();
    }
  });

  it('The database has the SHA-256 of a token, and never the token', async () => {
    const rows = await service.dataSource.query<{ row: string }[]>(
      `SELECT access_token::text AS row FROM access_token`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(service.token))).toBe(false);
  });

  it('The last use of a token is stored', async () => {
    await push(service.token);
    await expect(
      until(async () => {
        const [row] = await service.dataSource.query<{ last_used_at: Date | null }[]>(
          `SELECT last_used_at FROM access_token WHERE name = 'test'`,
        );
        return row?.last_used_at;
      }),
    ).resolves.toBeInstanceOf(Date);
  });
});

/** A separate service without the limit of failures, because there are more routes than the limit allows. */
describe('access without a token', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({
      override: (builder) =>
        builder.overrideProvider(FailedAuthentications).useValue({ count: () => Promise.resolve() }),
    });
  });
  afterAll(() => service.stop());

  it('Every route that is not public refuses a call without a token', async () => {
    for (const { route, access } of routesOf(service.app)) {
      if (access === 'public' || access?.isTokenInMessage) continue;
      const [method, path = ''] = route.split(' ');
      const answer = await service.call(path, { method, headers: { authorization: '' } });
      expect({ route, status: answer.status }).toEqual({ route, status: 401 });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });
});
