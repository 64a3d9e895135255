import type { Test } from '@jest/test-result';
import TestSequencer from '@jest/test-sequencer';

/** The files that take longest, although they may be small. If they began last, the run would wait for them alone. */
const LONG =
  /property\/(model|undo|derivation-forest)|proof\/conformance\.|platform\/(docs|integration-examples|outage)|change-streams|notification\/mail-|rule-changes/;

/** Begins with the files that take longest, and sorts the others by their last duration, or by their size. */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const isLong = ({ path }: Test) => Number(LONG.test(path));
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}
