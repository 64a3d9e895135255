import { LogBudget } from '../../src/platform/http/log-budget';

describe('the budget of a kind of log line', () => {
  it('The budget of log lines admits a number of lines in a period, and later counts the dropped lines', () => {
    const budget = new LogBudget(2, 1_000);
    expect([0, 1, 2, 999].map((time) => budget.admit(time))).toEqual([0, 0, undefined, undefined]);
    expect([1_000, 1_001, 1_002].map((time) => budget.admit(time))).toEqual([2, 0, undefined]);
  });
});
