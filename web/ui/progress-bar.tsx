import { formatCount } from '../format';
import type { Progress } from '../progress-stream';

/** How far long work is, as a bar and in numbers. */
export function ProgressBar({
  progress: { done, total } = { done: 0, total: 0 },
  label,
  unit,
}: {
  /** Undefined while it is not known. */
  progress: Progress | undefined;
  label: string;
  /** The noun after the numbers, such as "rooms". */
  unit: string;
}) {
  if (total === 0)
    return (
      <>
        <progress aria-label={label} /> {label} …
      </>
    );
  const numbers = `${formatCount(done)} of ${formatCount(total)} ${unit}`;
  // Screen readers announce the text of a status when it changes. They read the numbers at the bar instead, on request.
  return (
    <>
      <progress max={total} value={done} aria-label={label} aria-valuetext={numbers} /> {label}
      <span aria-hidden="true">: {numbers}.</span>
    </>
  );
}
