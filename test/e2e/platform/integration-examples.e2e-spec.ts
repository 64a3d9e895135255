import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { CalendarView } from '../../../src/administration/calendar/calendar.dto';
import { TestService } from '../../support/service';

const run = promisify(execFile);

/** What runs the example of a language, and the name of the file that it is in. */
const LANGUAGES: [string, string, string][] = [
  ['curl', 'sh', 'push.sh'],
  ['JavaScript', 'node', 'push.js'],
  ['Python', 'python3', 'push.py'],
  ['Java', 'java', 'Push.java'],
  ['PHP', 'php', 'push.php'],
  ['Perl', 'perl', 'push.pl'],
];
/** Those that the project itself needs: without another one, its example is left out. */
const NEEDED = ['sh', 'node'];
const isThere = (program: string) =>
  process.env['PATH']?.split(delimiter).some((folder) => existsSync(join(folder, program)));

const EXAMPLES =
  readFileSync('docs/integration.md', 'utf8').split('\n## Examples\n')[1]?.split('\n## ')[0] ?? '';
const DATE = '2026-12-24';

describe('the example for developers of a channel manager, in', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await TestService.start({ settings: { DEMO_DATA: 'true' } });
    folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-examples-'));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** Starts the example of a language against a service. */
  const startExample = async (language: string, program: string, file: string, env: object) => {
    const [, code = ''] =
      new RegExp(`^### ${language}\\n[^]*?\`\`\`\\w+\\n([^]*?)^\`\`\``, 'm').exec(EXAMPLES) ?? [];
    await writeFile(join(folder, file), code);
    return run(program, [file], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      timeout: 55_000,
    });
  };

  const refusals = async () => {
    const { text } = await service.call('/metrics');
    const series = /calls_total\{operation="updateCalendarPrices",outcome="unauthorized"\} (\d+)/;
    return Number(series.exec(text)?.[1]);
  };

  it('every language is one that is tried here', () => {
    const languages = [...EXAMPLES.matchAll(/^### (.*)$/gm)].map(([, language]) => language);
    expect(languages).toEqual(LANGUAGES.map(([language]) => language));
  });

  it('every one sends a call again that was lost or answered 503, and says which records were left out', async () => {
    const there = LANGUAGES.filter(([, program]) => NEEDED.includes(program) || isThere(program));
    const results = await Promise.all(
      there.map(async ([language, program, file]) => {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        let calls = 0;
        server.on('request', (request, response) => {
          request.resume();
          if (++calls === 1) return void request.socket.destroy();
          response.statusCode = calls === 2 ? 503 : 200;
          response.setHeader('x-records-skipped', 0).setHeader('x-records-held', calls === 3 ? 7 : 0);
          request.on('end', () =>
            response.end(calls === 2 ? 'please call again' : 'Price is successfully updated'),
          );
        });
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const { stdout, stderr } = await startExample(language, program, file, { URL: url, TOKEN: 'any' });
        server.close();
        return { language, calls, text: stdout.trim(), told: /x-records-held: 7/i.test(stderr) };
      }),
    );
    expect(results).toEqual(
      there.map(([language]) => ({ language, calls: 3, text: 'Price is successfully updated', told: true })),
    );
  }, 60_000);

  for (const [language, program, file] of LANGUAGES) {
    const test = NEEDED.includes(program) || isThere(program) ? it : it.skip;
    test(`${language} sets a price, and repeats no call that is refused`, async () => {
      const start = (token: string) =>
        startExample(language, program, file, { URL: service.url, TOKEN: token });
      await service.pushPrices('1', '12', [{ date: DATE, price: 1 }]);
      const refusalsBefore = await refusals();

      const refused = start('of-nobody').catch((error: unknown) => error);
      expect((await start(service.token)).stdout.trim()).toBe('Price is successfully updated');
      const path = `/rooms/1/calendar?from=${DATE}&to=${DATE}`;
      const { body } = await service.admin<CalendarView>('GET', path);
      expect(body.days[0]?.prices).toContainEqual({ ratePlanId: '12', price: '120.50' });

      const { code: exitCode, stdout, stderr } = (await refused) as Record<string, unknown>;
      expect(exitCode).toBeGreaterThan(0);
      expect(`${String(stdout)}${String(stderr)}`).toContain('A valid access token is needed');
      expect(await refusals()).toBe(refusalsBefore + 1);
    }, 60_000);
  }
});
