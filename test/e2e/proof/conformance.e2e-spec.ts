import { execFile } from 'node:child_process';
import type { ConformanceView } from '../../../src/proof/conformance/conformance.dto';
import type { CreatedSandbox } from '../../../src/proof/sandboxes/sandbox.dto';
import { TestService } from '../../support/service';

const SCENARIOS = [
  ...['oneDate', 'range', 'zeroAndBack', 'price', 'decimals', 'twoPlans', 'longCall', 'fullSynchronization'],
  ...[
    'samePush',
    'dateTime',
    'firstAndLastDate',
    'roomEdit',
    'outsideWindow',
    'unknownRoom',
    'unknownRatePlan',
  ],
  ...['emptyList', 'malformedBody', 'heldPrice', 'unavailable', 'withoutWaiting'],
];
const OPTIONAL = [
  ...['closed', 'minStayArrival', 'maxStay', 'roomSynchronization'],
  ...['channexAvailability', 'channexRate', 'channexRestriction', 'channexRepeat', 'channexWrongPlan'],
  ...['siteconnectAvailability', 'siteconnectRate', 'siteconnectRooms', 'siteconnectWrongCode'],
];
describe('the conformance of a sender', () => {
  let service: TestService;
  // The journal has the real time, and the window of a call depends on it.
  beforeAll(async () => (service = await TestService.start({ now: new Date() })));
  afterAll(() => service.stop());

  const create = async () =>
    (await service.admin<CreatedSandbox>('POST', '/sandboxes', { name: 'Cha<nn>els' })).body;
  const judge = async (id: string) =>
    (await service.admin<ConformanceView>('GET', `/sandboxes/${id}/conformance`)).body;
  const call = (token: string, path: string) =>
    service.call(path, { headers: { authorization: `Bearer ${token}` } });

  /** Runs the reference sender, with a mistake or without. @returns its report, its output and its exit code */
  const run = async (fault?: string) => {
    const sandbox = await create();
    const options = ['--url', service.url, '--token', sandbox.token, ...(fault ? ['--fault', fault] : [])];
    const { output, code } = await new Promise<{ output: string; code: number }>((resolve) => {
      execFile(process.execPath, ['conformance/sender.mjs', ...options], (error, stdout, stderr) =>
        resolve({ output: stdout + stderr, code: error ? Number(error.code) : 0 }),
      );
    });
    return { report: await judge(sandbox.id), output, code, sandbox };
  };

  it('The conformance report has twenty required and some optional scenarios, and advice for each missing one', async () => {
    const sandbox = await create();
    const report = JSON.parse((await call(sandbox.token, '/conformance')).text) as ConformanceView;
    const needed = report.scenarios.filter(({ isOptional }) => !isOptional);
    expect(needed.map(({ id }) => id)).toEqual(SCENARIOS);
    const optional = report.scenarios.filter(({ isOptional }) => isOptional);
    expect(optional.map(({ id }) => id)).toEqual(OPTIONAL);
    expect(report).toMatchObject({ passed: 0, total: 20, version: '1.0.0', sandbox: { name: 'Cha<nn>els' } });
    for (const { verdict, advice, requestIds } of report.scenarios) {
      expect(verdict).toBe('missing');
      expect(advice).toMatch(/^(Set|Send|Close) .*\.$/);
      expect(requestIds).toEqual([]);
    }
  });

  it('Only the token of a sandbox has a conformance report', async () => {
    const { status, text } = await service.call('/conformance');
    expect({ status, text }).toMatchObject({
      status: 403,
      text: expect.stringContaining('no sandbox') as string,
    });
    expect(
      (await service.admin('GET', '/sandboxes/019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77/conformance')).status,
    ).toBe(404);
  });

  it('The reference sender passes all scenarios, and its conformance report names the calls and can be printed', async () => {
    const { report, output, code, sandbox } = await run();
    expect(report.scenarios.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('20 of 20 scenarios passed') as string,
    });
    for (const { requestIds } of report.scenarios) {
      expect(requestIds.length).toBeGreaterThan(0);
      for (const id of requestIds) expect((await call(sandbox.token, `/receipts/${id}`)).status).toBe(200);
    }
    const page = await call(sandbox.token, '/conformance?format=html');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('20 of 20 scenarios passed');
    expect(page.text).toContain('Cha&#60;nn&#62;els');
    expect(page.text).not.toContain('Cha<nn>els');
  }, 60_000);

  it('A sender with one mistake fails exactly the scenario of this mistake', async () => {
    const faults = [...SCENARIOS, ...OPTIONAL];
    // Senders mostly wait, so they run at the same time.
    const found = await Promise.all(
      faults.map(async (fault) => {
        const { report, output, code } = await run(fault);
        const failed = report.scenarios.filter(({ verdict }) => verdict !== 'passed');
        // The output says why a sender has stopped.
        const error = /Error: .*/.exec(output)?.[0];
        return { fault, code, failed: failed.map(({ id, verdict }) => `${id} ${verdict}`), error };
      }),
    );
    const expected = faults.map((fault) => ({
      fault,
      // A sender may leave out an optional scenario.
      code: OPTIONAL.includes(fault) ? 0 : 1,
      failed: [`${fault} failed`],
    }));
    expect(found).toEqual(expected);
  }, 240_000);
});
