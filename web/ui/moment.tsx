import { useEffect, useState } from 'preact/hooks';
import { formatAgo, formatMoment } from '../format';

/** A moment in the browser's language. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}

/** The time since a moment, updated regularly. */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}
