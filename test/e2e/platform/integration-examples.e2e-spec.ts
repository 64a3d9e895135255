import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
];
/** Those that the project itself needs: without another one, its example is left out. */
const NEEDED = ['sh', 'node'];
const isThere = (program: string) =>
  process.env['PATH']?.split(delimiter).some((folder) => existsSync(join(folder, program)));

const EXAMPLES = readFileSync('docs/integration.md', 'utf8').split('\n## Examples\n')[1] ?? '';
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

  const refusals = async () => {
    const { text } = await service.call('/metrics');
    const series = /calls_total\{operation="updateCalendarPrices",outcome="unauthorized"\} (\d+)/;
    return Number(series.exec(text)?.[1]);
  };

  it('every language is one that is tried here', () => {
    const languages = [...EXAMPLES.matchAll(/^### (.*)$/gm)].map(([, language]) => language);
    expect(languages).toEqual(LANGUAGES.map(([language]) => language));
  });

  for (const [language, program, file] of LANGUAGES) {
    const test = NEEDED.includes(program) || isThere(program) ? it : it.skip;
    test(`${language} sets a price, and repeats no call that is refused`, async () => {
      const [, code = ''] =
        new RegExp(`^### ${language}\\n\\n\`\`\`\\w+\\n([^]*?)^\`\`\``, 'm').exec(EXAMPLES) ?? [];
      await writeFile(join(folder, file), code);
      const start = (token: string) =>
        run(program, [file], {
          cwd: folder,
          env: { PATH: process.env['PATH'], HOME: folder, URL: service.url, TOKEN: token },
          timeout: 25_000,
        });
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
    });
  }
});
