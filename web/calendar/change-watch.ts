import type { Api } from '../api';

/** The polling interval while the stream is broken. A push must show within 3 s. */
const POLL_MS = 1_800;
/** A healthy stream sends something every 15 s. The page then also sees what is not a change, such as a held price. */
const SILENT_MS = 20_000;
/** A stream begins at once. A buffering proxy that holds back the beginning also holds back the changes. */
const MAX_BEGIN_MS = 2_000;
/** The pause before a stream that was refused or has ended is opened again. */
const PAUSE_MS = 5_000;

/** Knows when to ask for new values: whenever the stream of changes has something, and all the time where it is broken. */
export class ChangeWatch {
  private heardAt = -Infinity;
  private askedAt = performance.now();
  private isStale = false;

  constructor(private readonly api: Api) {}

  /** Listens while the page is looked at: browsers open few connections to a service, for all of their tabs. */
  listen(signal: AbortSignal): void {
    let stream = new AbortController();
    const change = () => {
      stream.abort();
      stream = new AbortController();
      if (!document.hidden) void this.read(stream.signal);
    };
    document.addEventListener('visibilitychange', change, { signal });
    signal.addEventListener('abort', () => stream.abort());
    change();
  }

  /** Whether to ask now; then it is not due again before there is something new. */
  takeDue(): boolean {
    const now = performance.now();
    const isBroken = now - this.heardAt > SILENT_MS;
    if (!this.isStale && !(isBroken && now - this.askedAt >= POLL_MS)) return false;
    this.isStale = false;
    this.askedAt = now;
    return true;
  }

  private async read(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const openedAt = performance.now();
      try {
        for await (const _ of this.api.changes(signal)) {
          const isBeginning = this.heardAt === -Infinity;
          if (isBeginning && performance.now() - openedAt > MAX_BEGIN_MS) break;
          this.heardAt = performance.now();
          this.isStale = true;
        }
      } catch {
        // It is asked for new values without it.
      }
      this.heardAt = -Infinity;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
