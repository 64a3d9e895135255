import type { EntityManager } from 'typeorm';
import type { TransactionRunner } from './transaction-runner';

/** Keys that wait for a common look-up. */
interface Batch<Key, Value> {
  keys: Set<Key>;
  found: Promise<Map<Key, Value>>;
}

/**
 * Looks up values in batches, one statement at a time. A batch contains all keys that arrived since the previous
 * statement began. A flood of keys therefore occupies one connection, or two while the previous transaction ends, and
 * leaves the rest of the pool to the pushes.
 */
export class BatchedLookups<Key, Value> {
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Batch<Key, Value> | undefined;

  /** @param load returns the values of those keys that have one */
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly load: (manager: EntityManager, keys: Key[]) => Promise<Map<Key, Value>>,
  ) {}

  /** Finds the value of a key. The look-up begins after this call. @throws the error of the look-up, within 2 s */
  async find(key: Key): Promise<Value | undefined> {
    const batch = (this.waiting ??= this.nextBatch());
    batch.keys.add(key);
    return (await batch.found).get(key);
  }

  private nextBatch(): Batch<Key, Value> {
    const keys = new Set<Key>();
    // Keys that waited for a failed look-up have already used up their time.
    const since = new Date();
    const found = this.last.then(() => {
      this.waiting = undefined;
      return this.transactions.readWithRetries((manager) => this.load(manager, [...keys]), since);
    });
    this.last = found.catch(() => undefined);
    return { keys, found };
  }
}
