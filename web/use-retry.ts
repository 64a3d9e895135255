import { useEffect } from 'preact/hooks';
import { poll } from './poll';
import { isPassing } from './ui/status';

const RETRY_MS = 3_000;

/** Retries after a temporary failure while the page is visible. */
export function useRetry(error: Error | undefined, retry: () => void): void {
  useEffect(() => {
    if (!error || !isPassing(error)) return;
    const abort = new AbortController();
    const { signal } = abort;
    poll(retry, RETRY_MS, signal);
    addEventListener('online', retry, { signal });
    return () => abort.abort();
  }, [error, retry]);
}
