/**
 * Runs a task at intervals while the page is visible, until a signal ends this. An interval begins when the task has
 * ended.
 * @param task reports its failures itself
 */
export function poll(task: () => Promise<void> | void, everyMs: number, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    if (!signal.aborted) timer = setTimeout(() => void run(), everyMs);
  };
  const run = async () => {
    try {
      if (!document.hidden) await task();
    } finally {
      schedule();
    }
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule();
}
