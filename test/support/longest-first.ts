import type { Test } from '@jest/test-result';
import TestSequencer from '@jest/test-sequencer';

/** The files that take longest, although they may be small. If they began last, the run would wait for them alone. */
const LONG = /property\/(model|undo|derivation-forest)|e2e\/changes\/change-streams|e2e\/notification\/mail-/;

/** Begins with the files that take longest, and sorts the others by their last duration, or by their size. */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const isLong = ({ path }: Test) => Number(LONG.test(path));
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}
