import { Injectable } from '@nestjs/common';
import { ChangeRunner } from '../../push/change-runner';
import { digestOf } from '../../platform/http/digest';
import type { Call } from '../../platform/http/request-context';
import { ProblemException } from '../../platform/http/problem';
import { assertSeen } from '../../platform/http/seen-preview';
import type { ImportDto, ImportProblem, ImportResult } from './import.dto';
import { readImportFile } from './import-file';
import { ImportRunner } from './import-runner';

/** The problems that an answer lists. */
const MAX_PROBLEMS = 100;

/** Ends the transaction of an import that must not be committed. */
class NotApplied extends Error {
  constructor(readonly result: ImportResult) {
    super('The import is not applied');
  }
}

/** Imports rooms and rate plans from CSV: all of a file, or nothing. */
@Injectable()
export class ImportService {
  constructor(
    private readonly changes: ChangeRunner,
    private readonly runner: ImportRunner,
  ) {}

  /**
   * A dry run does all of the work and is rolled back, so it finds the same problems as the import.
   * @throws ProblemException 400 with the problems, unless it is a dry run; 409 if its changes are not those of the preview
   */
  async import(call: Call, { csv, dryRun, preview }: ImportDto): Promise<ImportResult> {
    const file = readImportFile(csv);
    const result = await this.changes
      .runAll(call, async (manager, record) => {
        const run = await this.runner.run(manager, call, file, record);
        const problems = byLine([...file.problems, ...run.problems]);
        const isApplied = !dryRun && problems.length === 0;
        const changes = byLine(run.changes);
        const found = {
          ...{ applied: isApplied, ...run, changes, preview: digestOf(changes) },
          problems: problems.slice(0, MAX_PROBLEMS),
        };
        if (!isApplied) throw new NotApplied(found);
        assertSeen(preview, found.preview);
        return found;
      })
      .catch((error: unknown) => {
        if (error instanceof NotApplied) return error.result;
        throw error;
      });
    if (dryRun || result.problems.length === 0) return result;
    throw new ProblemException(
      400,
      `Nothing was imported: ${result.problems.map(inWords).join('; ')}`,
      result.problems.map((problem) => ({ pointer: '/csv', message: inWords(problem) })),
    );
  }
}

function byLine<T extends { line: number }>(items: T[]): T[] {
  return items.toSorted((one, other) => one.line - other.line);
}

function inWords({ line, column, message }: ImportProblem): string {
  return `line ${line}${column === null ? '' : `, ${column}`}: ${message}`;
}
