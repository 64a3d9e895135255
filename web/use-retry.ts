import { useEffect } from 'preact/hooks';
import { isPassing } from './ui/status';

const RETRY_MS = 3_000;

/** Tries again by itself what has failed for a reason that may pass, as long as the page is looked at. */
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
