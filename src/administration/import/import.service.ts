import { Injectable } from '@nestjs/common';
import { ChangeRunner } from '../../push/change-runner';
import { digestOf } from '../../platform/http/digest';
import type { Call } from '../../platform/http/request-context';
import { ProblemException } from '../../platform/http/problem';
import { assertSeen } from '../../platform/http/seen-preview';
import type { DerivationView } from '../../pricing/rate-plans/derivation.dto';
import type { Changes } from '../../push/journal/journaled-call';
import type { ImportChange, ImportLine, ImportQuery, ImportResult } from './import.dto';
import type { ImportProblem } from './import-file';
import { readImportFile } from './import-file';
import type { AssignedIds } from './import-runner';
import { ImportRunner } from './import-runner';

/** The maximum number of problems that a refused import lists. */
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
  async import(call: Call, csv: string, { dryRun, preview }: ImportQuery): Promise<ImportResult> {
    const file = readImportFile(csv);
    const isDryRun = dryRun === 'true';
    const result = await this.changes
      .runAll(call, async (manager, record) => {
        const done = await this.runner.run(manager, call, file, record);
        const { changes, problems: found, assigned, ...counts } = done;
        const problems = [...file.problems, ...found];
        const applied = !isDryRun && problems.length === 0;
        const lines = linesOf(file.lines, changes, problems);
        const result = { applied, ...counts, preview: digestOf(withoutAssigned(lines, assigned)), lines };
        if (!applied) throw new NotApplied(result);
        assertSeen(preview, result.preview);
        return result;
      })
      .catch((error: unknown) => {
        if (error instanceof NotApplied) return error.result;
        throw error;
      });
    const problems = result.lines.flatMap((line) => line.problems.map((each) => inWords(line, each)));
    if (isDryRun || problems.length === 0) return result;
    const listed = problems.slice(0, MAX_PROBLEMS);
    throw new ProblemException(
      400,
      `Nothing was imported: ${listed.join('; ')}`,
      listed.map((message) => ({ pointer: '', message })),
    );
  }
}

/** Puts keys in the place of assigned ids: a dry run and its import assign different ones. */
function withoutAssigned(lines: readonly ImportLine[], { rooms, plans }: AssignedIds): ImportLine[] {
  const withKeys = ({ roomId, ratePlanId, changes, ...change }: ImportChange): ImportChange => ({
    ...change,
    roomId: rooms.get(roomId) ?? roomId,
    ratePlanId: ratePlanId && (plans.get(ratePlanId) ?? ratePlanId),
    changes: withParentKey(changes, plans),
  });
  return lines.map(({ changes, ...line }) => ({ ...line, changes: changes.map(withKeys) }));
}

/** A rule is the only value with the id of another record: that of its parent. */
function withParentKey(changes: Changes, plans: AssignedIds['plans']): Changes {
  const { derivation } = changes;
  if (!derivation?.to) return changes;
  const { from, ...rule } = derivation.to as DerivationView;
  return {
    ...changes,
    derivation: { from: derivation.from, to: { from: plans.get(from) ?? from, ...rule } },
  };
}

/** Returns the effect of the import on each line. A problem of the whole file belongs to its first line. */
function linesOf(
  lines: readonly number[],
  changes: readonly (ImportChange & { line: number })[],
  problems: readonly ImportProblem[],
): ImportLine[] {
  const known = new Map<number, ImportLine>();
  const lineOf = (line: number) => {
    const found = known.get(line) ?? { line, action: 'same', changes: [], problems: [] };
    known.set(line, found);
    return found;
  };
  for (const line of lines) lineOf(line);
  for (const { line, ...change } of changes) lineOf(line).changes.push(change);
  for (const { line, ...problem } of problems) lineOf(line).problems.push(problem);
  return [...known.values()]
    .map((line) => Object.assign(line, { action: actionOf(line) }))
    .sort((one, other) => one.line - other.line);
}

function actionOf({ changes, problems }: ImportLine): ImportLine['action'] {
  if (problems.length > 0) return 'refuse';
  if (changes.length === 0) return 'same';
  const isNew = changes.some(({ operation }) => operation === 'createRoom' || operation === 'createRatePlan');
  return isNew ? 'create' : 'change';
}

function inWords({ line }: ImportLine, { column, message }: ImportLine['problems'][number]): string {
  return `line ${line}${column === null ? '' : `, ${column}`}: ${message}`;
}
