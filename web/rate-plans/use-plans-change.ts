import { useState } from 'preact/hooks';
import { isConflict } from '../api';
import type { PlansChange } from '../api-types';
import type { FoundPlan } from '../search';
import { useSession } from '../session';

/** A change of several plans that is previewed and then saved. */
interface PlansChangeState {
  /** The preview of this change; undefined until it is read, and after each edit. */
  preview: PlansChange | undefined;
  error: Error | undefined;
  readPreview: () => Promise<void>;
  save: () => Promise<void>;
}

/** @param values the fields to change, as in the call */
export function usePlansChange(
  plans: readonly FoundPlan[],
  values: object,
  onSaved: (change: PlansChange) => void,
): PlansChangeState {
  const { api, names } = useSession();
  const [read, setRead] = useState<{ of: string; change: PlansChange }>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const text = JSON.stringify(values);
  const preview = read?.of === text ? read.change : undefined;
  const send = async (dryRun: boolean) => {
    // A disabled button would lose the focus.
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const ratePlanIds = plans.map(({ plan }) => plan.id);
      const seen = dryRun ? undefined : preview?.preview;
      const body = { ratePlanIds, ...values, dryRun, preview: seen };
      const change = await api.patch<PlansChange>('ratePlans', body, null);
      if (dryRun) setRead({ of: text, change });
      else {
        names.forget();
        onSaved(change);
      }
    } catch (failure) {
      setError(failure as Error);
      if (isConflict(failure)) setRead(undefined);
    }
    setBusy(false);
  };
  return { preview, error, readPreview: () => send(true), save: () => send(false) };
}
