import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What takes longest, however small the file is: begun last, it would be waited for alone. */
const LONG = /property\/(model|undo|derivation-forest)|e2e\/(change-streams|mail-)/;

/** Begins with the files that take longest; of the others, with the largest one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId));
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}
