import { LogBudget } from '../../src/platform/http/log-budget';

describe('the budget of a kind of log line', () => {
  it('The budget admits a number of lines in a period, and counts in the next period how many it dropped', () => {
    const budget = new LogBudget(2, 1_000);
    expect([0, 1, 2, 999].map((time) => budget.admit(time))).toEqual([0, 0, undefined, undefined]);
    expect([1_000, 1_001, 1_002].map((time) => budget.admit(time))).toEqual([2, 0, undefined]);
  });
});
