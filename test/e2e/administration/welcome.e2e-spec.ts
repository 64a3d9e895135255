import { WelcomeService } from '../../../src/administration/demo/welcome.service';
import { TestService } from '../../support/service';

const OF_ITS_OWN = { DATABASE_URL: 'postgresql://elsewhere/hotel', PUBLIC_URL: 'https://intake.example.com' };

/** The output of a start on a database that the service did not start itself. */
describe('the greeting', () => {
  let service: TestService;

  const start = async (settings: Record<string, string>) => {
    service = await TestService.start({ settings: { ...OF_ITS_OWN, ...settings } });
    await service.dataSource.query('DELETE FROM access_token');
  };
  const greet = async () => {
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await service.app.get(WelcomeService).welcome(service.url);
      return print.mock.calls.flat().join('\n');
    } finally {
      print.mockRestore();
    }
  };
  const warnings = async () => (await greet()).split('\n').filter((line) => line.startsWith('Warning: '));
  const tokens = () => service.dataSource.query<unknown[]>('SELECT FROM access_token');
  afterEach(() => service.stop());

  it('The greeting shows a token and three calls once, if demo data was requested and nothing else exists', async () => {
    await start({ DEMO_DATA: 'true' });
    const greeting = await greet();
    expect(greeting.match(/^curl -X POST 'https:\/\/intake\.example\.com\//gm)).toHaveLength(3);
    service.token = /^ {2}([\w-]{43})$/m.exec(greeting)?.[1] ?? '';
    expect((await service.admin('GET', '/rooms')).status).toBe(200);
    expect(await greet()).not.toContain('curl');
    expect(await tokens()).toHaveLength(1);
  });

  it('The greeting says at each start where the calendar page and Swagger UI are, and how to make a token', async () => {
    await start({});
    for (const greeting of [await greet(), await greet()]) {
      expect(greeting).toMatch(/https:\/\/intake\.example\.com\/$/m);
      expect(greeting).toContain('https://intake.example.com/docs');
      expect(greeting).toContain('npm run token -- ');
    }
  });

  it('The greeting ends with a warning as long as nobody has a token', async () => {
    await start({ SMTP_URL: 'smtp://localhost' });
    const advice = /^Warning: there is no access token yet.* npm run token .* or set BOOTSTRAP_TOKEN$/;
    expect(await warnings()).toEqual([expect.stringMatching(advice)]);
    await service.createToken('Ada', ['admin']);
    expect(await warnings()).toEqual([]);
  });

  it('The greeting ends with a warning if e-mails reach nobody without SMTP_URL', async () => {
    await start({});
    await service.createToken('Ada', ['admin']);
    expect(await warnings()).toEqual([
      expect.stringMatching(/^Warning: e-mails .* reach nobody: set SMTP_URL=smtp:/),
    ]);
  });

  it('The greeting makes no token for a platform with rooms, even if demo data was requested', async () => {
    await start({ DEMO_DATA: 'true' });
    await service.dataSource.query(`INSERT INTO room (id, name) VALUES (7, 'of the platform')`);
    expect(await greet()).not.toContain('shown this once');
    expect(await tokens()).toEqual([]);
  });

  it('The greeting makes no token without demo data', async () => {
    await start({});
    expect(await greet()).not.toContain('shown this once');
    expect(await tokens()).toEqual([]);
  });
});
