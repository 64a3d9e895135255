import type { Api } from '../api';

/** The polling interval while the stream is broken. A push must show within 3 s. */
const POLL_MS = 1_000;
/** A healthy stream sends something every 15 s. The page then also notices events that are not changes, such as a held price. */
const SILENT_MS = 20_000;
/**
 * A stream begins with a few bytes that arrive alone. A proxy that delivers them together with later bytes also delays
 * the changes.
 */
const MAX_BEGIN_BYTES = 100;
/** The pause before a refused or ended stream is opened again. */
const PAUSE_MS = 5_000;

/** Decides when to ask for new values: after each change in the stream, and all the time while the stream is broken. */
export class ChangeWatch {
  private heardAt = -Infinity;
  private askedAt = performance.now();
  private isStale = false;

  constructor(private readonly api: Api) {}

  /**
   * Listens only while the page is visible, because a browser opens few connections to a service for all of its tabs.
   */
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

  /** Returns whether to ask now. After that, no question is due until something changes. */
  takeDue(): boolean {
    const now = performance.now();
    const isBroken = now - this.heardAt > SILENT_MS;
    if (!this.isStale && !(isBroken && now - this.askedAt >= POLL_MS)) return false;
    this.isStale = false;
    this.askedAt = now;
    return true;
  }

  /** Notes that the new values could not be read: they are due again after a polling interval. */
  noteFailure(): void {
    this.heardAt = -Infinity;
  }

  private async read(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let isBeginning = true;
      try {
        for await (const piece of this.api.changes(signal)) {
          if (isBeginning && piece.length > MAX_BEGIN_BYTES) break;
          isBeginning = false;
          this.heardAt = performance.now();
          this.isStale = true;
        }
      } catch {
        // Without a stream, the page polls.
      }
      this.heardAt = -Infinity;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
