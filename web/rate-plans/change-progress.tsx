import { ProgressBar } from '../ui/progress-bar';
import type { RunningChange } from './use-previewed-change';

/** How far the preview or the saving of a change is. It shows nothing for a short call. */
export function ChangeProgress({ running }: { running: RunningChange | undefined }) {
  if (!running?.isLong) return null;
  return (
    <p class="progress" role="status">
      <ProgressBar progress={running.progress} label={running.label} unit={running.unit} />
      {running.isSaving && ' It continues if you close this.'}
    </p>
  );
}
