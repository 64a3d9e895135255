import { BootstrapTokenService } from '../../../src/administration/access-tokens/bootstrap-token.service';
import { TestService } from '../../support/service';

const FIRST = 'first-bootstrap-token-of-32-characters';
const SECOND = 'second-bootstrap-token-of-32-characters';

describe('BOOTSTRAP_TOKEN', () => {
  let service: TestService;
  const instances: TestService[] = [];
  beforeAll(async () => (service = await TestService.start()));
  afterAll(async () => {
    for (const instance of instances) await instance.stop();
    await service.stop();
  });

  const startWith = async (BOOTSTRAP_TOKEN: string) => {
    instances.push(await TestService.start({ settings: { BOOTSTRAP_TOKEN }, beside: service }));
  };
  const statuses = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const push = await service.post('/updateCalendarInventory?roomId=1', [], { headers });
    return [push.status, (await service.call('/metrics', { headers })).status];
  };
  /** The journal entries about tokens, oldest first. */
  const journal = () =>
    service.dataSource.query<{ operation: string; token: string | null; changes: object }[]>(
      `SELECT operation, token, changes FROM journal_entry WHERE operation LIKE '%AccessToken' ORDER BY id`,
    );

  it('The bootstrap token is valid for pushes and administration after each start, even if it was revoked', async () => {
    for (let start = 1; start <= 2; start++) {
      await startWith(FIRST);
      expect(await statuses(FIRST)).toEqual([200, 200]);
      await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE is_bootstrap`);
    }
  });

  it('A new bootstrap token revokes all earlier ones, and the journal has both changes, once', async () => {
    await startWith(FIRST);
    await service.dataSource.query(`DELETE FROM journal_entry`);
    await Promise.all([startWith(SECOND), startWith(SECOND)]);
    expect(await statuses(FIRST)).toEqual([401, 401]);
    expect(await statuses(SECOND)).toEqual([200, 200]);
    await startWith(SECOND);
    expect(await journal()).toMatchObject([
      {
        operation: 'revokeAccessToken',
        token: null,
        changes: {
          name: { from: 'bootstrap', to: null },
          scopes: { from: ['push', 'admin'], to: null },
          revokedBy: { from: null, to: 'BOOTSTRAP_TOKEN' },
        },
      },
      {
        operation: 'createAccessToken',
        token: null,
        changes: { name: { from: null, to: 'bootstrap' }, createdBy: { from: null, to: 'BOOTSTRAP_TOKEN' } },
      },
    ]);
  });

  it('Instances that start together make the bootstrap token once', async () => {
    await startWith(FIRST);
    await service.dataSource.query(`DELETE FROM access_token WHERE is_bootstrap`);
    await service.dataSource.query(`DELETE FROM journal_entry`);
    const bootstrap = instances.at(-1)!.app.get(BootstrapTokenService);
    await Promise.all(Array.from({ length: 6 }, () => bootstrap.onApplicationBootstrap()));
    expect(await journal()).toHaveLength(1);
  });

  it('A start without BOOTSTRAP_TOKEN leaves all tokens alone, and every start leaves other tokens alone', async () => {
    await startWith(FIRST);
    await startWith('');
    expect(await statuses(FIRST)).toEqual([200, 200]);
    expect(await statuses(service.token)).toEqual([200, 200]);
  });
});
