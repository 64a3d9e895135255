/** A call that waits for a connection. */
interface Waiting {
  since: Date;
  resume: () => void;
}

/**
 * A priority queue in front of the connection pool: the next free connection goes to the call that arrived first. The
 * pool of pg serves callers in the order in which they ask for a connection, and only the first push of each room asks.
 * If many pushes wait for one room, the last one would wait several times as long as pushes of other rooms that arrived
 * at the same time.
 */
export class ConnectionQueue {
  private readonly waiting: Waiting[] = [];
  private used = 0;

  /** @param limit returns how many connections may be in use at once */
  constructor(private readonly limit: () => number) {}

  get size(): number {
    return this.limit();
  }

  get inUse(): number {
    return this.used;
  }

  /** How many calls wait for a connection. */
  get length(): number {
    return this.waiting.length;
  }

  /**
   * Runs `work` as soon as a connection is free and no call waits that was received before `since`.
   * @param signal ends the wait
   * @throws the signal's reason
   */
  async run<T>(since: Date, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(since, signal);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Waits for a turn. The caller must call `release` when it needs no connection any more. */
  async acquire(since: Date, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.used < this.size) {
      this.used++;
      return;
    }
    await new Promise<void>((resume, reject) => {
      const waiting = { since, resume };
      this.insert(waiting);
      signal?.addEventListener('abort', () => {
        const index = this.waiting.indexOf(waiting);
        if (index < 0) return;
        this.waiting.splice(index, 1);
        reject(signal.reason as Error);
      });
    });
  }

  /** Hands the turn directly to the next call. A newly received call cannot take it in between. */
  release(): void {
    this.used--;
    while (this.used < this.size && this.waiting.length > 0) {
      this.used++;
      this.waiting.shift()?.resume();
    }
  }

  private insert(newcomer: Waiting): void {
    const earlier = this.waiting.findLastIndex(({ since }) => since <= newcomer.since);
    this.waiting.splice(earlier + 1, 0, newcomer);
  }
}

/** The share of the connections, one quarter, that reads or changes by people may use at once. */
export function connectionShare(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 4));
}
