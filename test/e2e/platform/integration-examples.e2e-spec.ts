import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CalendarView } from '../../../src/administration/calendar/calendar-view.dto';
import type { ExampleLanguage } from '../../support/examples';
import { canRun, EXAMPLES, LANGUAGES, runExample } from '../../support/examples';
import { TestService } from '../../support/service';

const DATE = '2026-12-24';

/** Runs the example of a language against a service. */
const push = (language: ExampleLanguage, url: string, token: string) =>
  runExample(language, language.name, { env: { URL: url, TOKEN: token } });

describe('the examples for developers of a channel manager', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ settings: { DEMO_DATA: 'true' } });
  });
  afterAll(() => service.stop());

  const refusals = async () => {
    const { text } = await service.call('/metrics');
    const series = /calls_total\{operation="updateCalendarPrices",outcome="unauthorized"\} (\d+)/;
    return Number(series.exec(text)?.[1]);
  };

  it('Every language of the examples is tested here', () => {
    const headings = [...EXAMPLES.matchAll(/^### (?!Checksums)(.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(LANGUAGES.map(({ name }) => name));
  });

  it('Every example repeats a call that was lost or answered 503, and says which records were left out', async () => {
    const there = LANGUAGES.filter(canRun);
    const results = await Promise.all(
      there.map(async (language) => {
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
        const { stdout, stderr } = await push(language, url, 'any');
        server.close();
        return {
          name: language.name,
          calls,
          text: stdout.trim(),
          logsHeld: /x-records-held: 7/i.test(stderr),
        };
      }),
    );
    expect(results).toEqual(
      there.map(({ name }) => ({ name, calls: 3, text: 'Price is successfully updated', logsHeld: true })),
    );
  }, 120_000);

  for (const language of LANGUAGES) {
    const test = canRun(language) ? it : it.skip;
    test(`The example in ${language.name} sets a price, and does not repeat a refused call`, async () => {
      await service.pushPrices('1', '12', [{ date: DATE, price: 1 }]);
      const refusalsBefore = await refusals();

      const refused = push(language, service.url, 'of-nobody').catch((error: unknown) => error);
      expect((await push(language, service.url, service.token)).stdout.trim()).toBe(
        'Price is successfully updated',
      );
      const path = `/rooms/1/calendar?from=${DATE}&to=${DATE}`;
      const { body } = await service.admin<CalendarView>('GET', path);
      expect(body.days[0]?.prices).toContainEqual({ ratePlanId: '12', price: '120.50' });

      const { code: exitCode, stdout, stderr } = (await refused) as Record<string, unknown>;
      expect(exitCode).toBeGreaterThan(0);
      expect(`${String(stdout)}${String(stderr)}`).toContain('A valid access token is needed');
      expect(await refusals()).toBe(refusalsBefore + 1);
    }, 120_000);
  }
});
