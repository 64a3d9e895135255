import { createDerivedPlans } from '../support/derived-plans';
import { TestService } from '../support/service';
import type { Undone } from '../support/undo';
import { note } from './support/figures';

const PLANS = 200;
/** The number of days in the update window. */
const DAYS = 733;
/** The administrator waits for each step. */
const MAX_SECONDS = 60;

interface Change {
  changed: number;
  prices: number;
  requestIds: string[];
}

describe('the largest change of rules', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  it('The rules of 200 plans with two years of prices are previewed, changed and taken back within a minute each', async () => {
    const ratePlanIds = await createDerivedPlans(service, PLANS, DAYS);
    const derivation = { steps: [{ percent: '-20' }] };
    const seconds: number[] = [];
    const timed = async <T>(method: 'PATCH' | 'POST', path: string, body: object) => {
      const start = performance.now();
      const answer = await service.admin<T>(method, path, body);
      seconds.push(Math.round((performance.now() - start) / 100) / 10);
      return answer.body;
    };
    const preview = await timed<Change>('PATCH', '/ratePlans', { ratePlanIds, derivation, dryRun: true });
    const change = await timed<Change>('PATCH', '/ratePlans', { ratePlanIds, derivation });
    const undo = await timed<Undone>('POST', `/journal/${change.requestIds[0]}/undo`, {});
    note({ 'preview, change and undo in s': seconds.join(', ') });
    expect(preview).toMatchObject({ changed: PLANS, prices: PLANS * DAYS });
    expect(change).toMatchObject({ changed: PLANS, prices: PLANS * DAYS });
    expect(undo).toMatchObject({ restored: PLANS, changedSince: 0, derived: PLANS * DAYS });
    expect(Math.max(...seconds)).toBeLessThan(MAX_SECONDS);
  }, 240_000);
});
