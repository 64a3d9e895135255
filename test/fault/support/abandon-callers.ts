/**
 * Ends the callers of each test after it. The callers of a failed test would otherwise send for ever: they would disturb
 * the next tests, and keep the run waiting. A hook would not do, because jest-light-runner drops the hooks of this file.
 * `jest-light-runner.setup` runs before it, and makes each test an asynchronous function.
 */
import { addEventHandler } from 'jest-circus';
import { abandonCallers } from './callers';

addEventHandler((event, { currentDescribeBlock: { children } }) => {
  const test = children.at(-1);
  if (event.name !== 'add_test' || test?.type !== 'test') return;
  const run = test.fn as () => Promise<void>;
  test.fn = () => run().finally(abandonCallers);
});
