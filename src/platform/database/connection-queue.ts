/** The priority of a waiting call, and the signal that ends its wait. */
interface Turn {
  /** Whether the call gets a connection before all other waiting calls. */
  isUrgent?: boolean;
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal;
}

/**
 * The calls that wait for one of the connections, in the order in which they ask. A call may wait for a share of the
 * connections first. pg's own queue has no shares and no urgent calls, and a call cannot leave it.
 */
export class ConnectionQueue {
  private readonly waiting: (() => void)[] = [];
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

  /** Runs `work` when its turn has come. @throws the reason of the signal, if it ends the wait */
  async run<T>(work: () => Promise<T>, turn?: Turn): Promise<T> {
    await this.acquire(turn);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /**
   * Waits for a turn. The caller must call `release` when it needs no connection any more.
   * @throws the reason of the signal, if it ends the wait
   */
  async acquire({ isUrgent = false, signal }: Turn = {}): Promise<void> {
    signal?.throwIfAborted();
    if (this.used < this.size) {
      this.used++;
      return;
    }
    await new Promise<void>((resume, reject) => {
      if (isUrgent) this.waiting.unshift(resume);
      else this.waiting.push(resume);
      signal?.addEventListener('abort', () => {
        const index = this.waiting.indexOf(resume);
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
      this.waiting.shift()?.();
    }
  }
}

/** The share of the connections, one quarter, that reads or changes by people may use at once. */
export function connectionShare(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 4));
}
