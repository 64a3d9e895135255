/** A call that waits for a connection. */
interface Waiting {
  since: Date;
  resume: () => void;
}

/**
 * A priority queue in front of the connection pool: the next free connection goes to the call that was received first.
 * pg's pool serves those first that asked first, and of each room only the first push asks: where many wait for one
 * room, its last would wait several times as long as the others that came with it.
 */
export class ConnectionQueue {
  private readonly waiting: Waiting[] = [];
  private free: number;

  /** @param size how many connections may be in use at once */
  constructor(readonly size: number) {
    this.free = size;
  }

  get inUse(): number {
    return this.size - this.free;
  }

  /** How many calls wait for a connection. */
  get length(): number {
    return this.waiting.length;
  }

  /**
   * Runs `work` as soon as there is a connection for it, and no call waits that was received before `since`.
   * @param signal ends the wait
   * @throws what the signal gives as its reason
   */
  async run<T>(since: Date, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(since, signal);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private async acquire(since: Date, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.free > 0) {
      this.free--;
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

  /** Passes the connection on: it is not free in between, so that no call that is received just now takes it. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next.resume();
    else this.free++;
  }

  private insert(newcomer: Waiting): void {
    const earlier = this.waiting.findLastIndex(({ since }) => since <= newcomer.since);
    this.waiting.splice(earlier + 1, 0, newcomer);
  }
}

/** How many of the connections reads, or changes by people, may use at once: a quarter. */
export function connectionShare(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 4));
}
