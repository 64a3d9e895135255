import type { Test } from '@jest/test-result';
import TestSequencer from '@jest/test-sequencer';

/** What takes longest, however small the file is: begun last, it would be waited for alone. */
const LONG = /property\/(model|undo|derivation-forest)|e2e\/changes\/change-streams|e2e\/notification\/mail-/;

/** Begins with the files that take longest; sorts the others by how long they last took, or by their size. */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const isLong = ({ path }: Test) => Number(LONG.test(path));
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}
