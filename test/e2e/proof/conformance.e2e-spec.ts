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
const PUSH = '[{ "date": "2026-12-24", "inventoryNumber": 1 }]';

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

  describe('after a mistake', () => {
    let sandbox: CreatedSandbox;
    let dates: Record<string, string>;
    beforeEach(async () => {
      sandbox = await create();
      dates = (await judge(sandbox.id)).dates as Record<string, string>;
    });

    const send = (path: string, body: string) =>
      service.call(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
        body,
      });
    const verdictOf = async (scenario: string) =>
      (await judge(sandbox.id)).scenarios.find(({ id }) => id === scenario)?.verdict;
    const rooms = () => sandbox.rooms.map(({ id }) => id) as [string, string];
    const plans = () => sandbox.rooms.flatMap(({ ratePlans }) => ratePlans);

    it.each<[string, () => { path: string; wrong: string; right: string; rightPath?: string }]>([
      [
        'outsideWindow',
        () => {
          const records = (inventoryNumber: number) =>
            JSON.stringify([dates.outside, '2199-12-31'].map((date) => ({ date, inventoryNumber })));
          const path = `/updateCalendarInventory?roomId=${rooms()[1]}`;
          return { path, wrong: records(3), right: records(4) };
        },
      ],
      [
        'unknownRoom',
        () => {
          const path = '/updateCalendarInventory?roomId=1234567890123';
          return { path, wrong: PUSH, right: PUSH, rightPath: path.replace('123', '124') };
        },
      ],
      [
        'unknownRatePlan',
        () => ({
          path: `/updateCalendarPrices?roomId=${rooms()[0]}&ratePlanId=1234567890123`,
          wrong: `[{ "date": "${dates.price}", "price": 100 }]`,
          right: `[{ "date": "${dates.price}", "price": 101 }]`,
        }),
      ],
      [
        'emptyList',
        () => ({ path: `/updateCalendarInventory?roomId=${rooms()[0]}`, wrong: '[]', right: '[ ]' }),
      ],
      [
        'malformedBody',
        () => ({ path: `/updateCalendarInventory?roomId=${rooms()[0]}`, wrong: '[', right: '[{' }),
      ],
    ])('A sender repairs %s with another call, which it sends once', async (scenario, calls) => {
      const { path, wrong, right, rightPath = path } = calls();
      await send(path, wrong);
      await send(path, wrong);
      expect(await verdictOf(scenario)).toBe('failed');
      await send(rightPath, right);
      expect(await verdictOf(scenario)).toBe('passed');
      await send(rightPath, right);
      expect(await verdictOf(scenario)).toBe('failed');
    });

    it('A sender repairs the price of a derived plan with prices of the two other plans', async () => {
      const [room] = rooms();
      const price = (id: string | undefined) =>
        send(
          `/updateCalendarPrices?roomId=${room}&ratePlanId=${id}`,
          `[{ "date": "${dates.twoPlans}", "price": 100 }]`,
        );
      const [flexible, halfBoard] = plans().filter(({ derivedFrom }) => derivedFrom === null);
      const derived = plans().find(({ derivedFrom }) => derivedFrom === flexible?.id);
      for (const plan of [flexible, halfBoard, derived]) await price(plan?.id);
      expect(await verdictOf('twoPlans')).toBe('failed');
      await price(flexible?.id);
      expect(await verdictOf('twoPlans')).toBe('failed');
      await price(halfBoard?.id);
      expect(await verdictOf('twoPlans')).toBe('passed');
    });

    it('The sandbox answers 503 again after a minute, and not before', async () => {
      const path = `/updateCalendarPrices?roomId=${rooms()[0]}&ratePlanId=${plans()[0]?.id}`;
      const price = async () => (await send(path, `[{ "date": "${dates.failing}", "price": 130 }]`)).status;
      expect([await price(), await price()]).toEqual([503, 200]);
      await service.dataSource.query(
        `UPDATE sandbox SET failed_at = failed_at - interval '1 minute' WHERE id = $1`,
        [sandbox.id],
      );
      expect([await price(), await price()]).toEqual([503, 200]);
    });

    it('A call that is refused for another reason is no malformed body', async () => {
      await send(`/updateCalendarInventory?roomId=${rooms()[0]}`, '[{ "date": "tomorrow" }]');
      expect(await verdictOf('malformedBody')).toBe('missing');
    });
  });

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
