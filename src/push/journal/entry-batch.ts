import type { EntityManager } from 'typeorm';
import type { RecordedCall } from './journal.repository';
import type { NewEntry } from './new-entry';

/** Where TypeORM lets a transaction carry what belongs to it. */
const KEY = 'entryBatch';

/** An entry that waits to be written with others. */
interface WaitingEntry {
  entry: NewEntry;
  failedSince: Date | undefined;
  resolve: (written: RecordedCall | undefined) => void;
  reject: (error: unknown) => void;
}

/** The journal entries of pushes that share a transaction: they are written in one statement, when all are there. */
export class EntryBatch {
  private waiting: WaitingEntry[] = [];

  /** The one that entries of this transaction have to wait in; undefined where each is written by itself. */
  static of({ queryRunner }: EntityManager): EntryBatch | undefined {
    return (queryRunner?.data as { [KEY]?: EntryBatch } | undefined)?.[KEY];
  }

  /** Has the entries of one of the pushes wait here. */
  attachTo({ queryRunner }: EntityManager): void {
    if (queryRunner) Object.assign(queryRunner.data, { [KEY]: this });
  }

  /** @returns what was written, when it is; undefined where the token is no longer valid */
  add(entry: NewEntry, failedSince: Date | undefined): Promise<RecordedCall | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, failedSince, resolve, reject });
    });
  }

  /** Writes all that wait. Where that fails, it fails for each of them. */
  async write(
    record: (entries: NewEntry[], failedSince: Date | undefined) => Promise<RecordedCall[]>,
  ): Promise<void> {
    const entries = this.waiting;
    this.waiting = [];
    if (entries.length === 0) return;
    try {
      const written = await record(
        entries.map(({ entry }) => entry),
        earliest(entries.flatMap(({ failedSince }) => failedSince ?? [])),
      );
      const byId = new Map(written.map((each) => [each.id, each]));
      for (const { entry, resolve } of entries) resolve(byId.get(entry.id));
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }
}

function earliest(times: Date[]): Date | undefined {
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : undefined;
}
