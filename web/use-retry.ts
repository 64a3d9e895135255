import { useEffect } from 'preact/hooks';
import { isPassing } from './ui/status';

const RETRY_MS = 3_000;

/** Retries after a temporary failure while the page is visible. */
export function useRetry(error: Error | undefined, retry: () => void): void {
  useEffect(() => {
    if (!error || !isPassing(error)) return;
    const timer = setInterval(() => !document.hidden && retry(), RETRY_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [error, retry]);
}
