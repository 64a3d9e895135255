import { useEffect } from 'preact/hooks';
import type { PlansChange } from '../api-types';
import type { FoundPlan } from '../search';
import { useApi } from '../session';
import type { ChangeKind } from './change-in-words';
import { changedInWords } from './change-in-words';
import { plansInWords } from './plans-in-words';
import type { PreviewedChange } from './use-previewed-change';
import { usePreviewedChange } from './use-previewed-change';

/** The properties of a form that changes several plans. */
export interface PlansFormProps {
  plans: FoundPlan[];
  onBack: () => void;
  /** It is called when the saving begins, and when it fails. */
  onSaving: (isSaving: boolean) => void;
  onSaved: (change: PlansChange) => void;
}

/** @param values the fields to change, as in the call */
export function usePlansChange(
  kind: ChangeKind,
  values: object,
  { plans, onSaving, onSaved }: PlansFormProps,
): PreviewedChange<PlansChange> {
  const api = useApi();
  const change = usePreviewedChange<PlansChange>({
    content: JSON.stringify(values),
    unit: 'rate plans',
    titleOf: ({ changed }) => `New ${kind} for ${plansInWords(changed)}`,
    send: (preview, onProgress) => {
      const ratePlanIds = plans.map(({ plan }) => plan.id);
      const body = { ratePlanIds, ...values, dryRun: preview === undefined, preview };
      return api.patch<PlansChange>('ratePlans', body, null, onProgress);
    },
    onSaved,
    endOf: (saved) => ({ words: changedInWords(saved, kind), requestId: saved.requestIds[0] }),
  });
  const isSaving = change.running?.isSaving === true;
  useEffect(() => onSaving(isSaving), [isSaving]);
  return change;
}
