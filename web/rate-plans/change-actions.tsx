import type { PlansChange } from '../api-types';
import { ChangeProgress } from './change-progress';
import { plansInWords } from './plans-in-words';
import type { RunningChange } from './use-previewed-change';

/** The buttons of a form that changes several plans. The person can save a change only after its preview. */
export function ChangeActions({
  preview,
  running,
  plans,
  isEmpty = false,
  onSave,
  onBack,
}: {
  preview: PlansChange | undefined;
  running: RunningChange | undefined;
  /** The number of chosen plans. */
  plans: number;
  /** Whether nothing is chosen to change. */
  isEmpty?: boolean;
  onSave: () => void;
  onBack: () => void;
}) {
  return (
    <>
      <ChangeProgress running={running} />
      <div class="actions">
        <button type="submit" disabled={isEmpty}>
          Preview
        </button>
        <button type="button" class="primary" disabled={!preview || preview.changed === 0} onClick={onSave}>
          Save for {plansInWords(preview?.changed ?? plans)}
        </button>
        <button type="button" disabled={running?.isSaving} onClick={onBack}>
          Back to the plans
        </button>
      </div>
    </>
  );
}
