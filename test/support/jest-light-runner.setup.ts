/**
 * Adds what jest-light-runner lacks: time limits, hooks that run only where `-t` selects a test, and stack traces that
 * name the lines of the sources.
 */
import type { Circus } from '@jest/types';
import { addEventHandler } from 'jest-circus';
import { withinLimit } from './time-limit';

const TIME_LIMIT_MS = Number(process.env['TEST_TIMEOUT']);
const NAME_PATTERN = new RegExp(process.env['TEST_NAME_PATTERN'] ?? '', 'i');

process.setSourceMapsEnabled(true);

addEventHandler((event, { currentDescribeBlock: block }) => {
  const child = block.children.at(-1);
  const hook = block.hooks.at(-1);
  if (event.name === 'add_test' && child?.type === 'test') child.fn = limited(child);
  if (event.name !== 'add_hook' || !hook) return;
  const run = limited(hook);
  const isForAll = hook.type === 'beforeAll' || hook.type === 'afterAll';
  hook.fn = async () => {
    if (!isForAll || isSelected(block)) await run();
  };
});

function limited({ fn, timeout }: Circus.TestEntry | Circus.Hook): () => Promise<void> {
  // A test may set a longer limit for itself. TEST_TIMEOUT=0 also lifts this one.
  const limitMs = TIME_LIMIT_MS && Math.max(timeout ?? 0, TIME_LIMIT_MS);
  return () => withinLimit(fn as () => unknown, limitMs);
}

function isSelected(entry: Circus.DescribeBlock | Circus.TestEntry): boolean {
  if (entry.type === 'describeBlock') return entry.children.some(isSelected);
  return NAME_PATTERN.test(fullName(entry));
}

/** The name that `-t` is compared with: the names of the describe blocks and of the test. */
function fullName({ parent, name }: Circus.DescribeBlock | Circus.TestEntry): string {
  return parent?.parent ? `${fullName(parent)} ${name}` : name;
}
