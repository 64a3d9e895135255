import { useState } from 'preact/hooks';
import { Failure } from '../ui/status';
import { ChangeActions } from './change-actions';
import { GuardFields } from './guard-fields';
import { PlanEffects } from './plan-effects';
import { draftOf, guardOf } from './rule';
import type { PlansFormProps } from './use-plans-change';
import { usePlansChange } from './use-plans-change';

/** The guard for all chosen plans, and its preview. */
export function GuardsForm(props: PlansFormProps) {
  const { plans, onBack } = props;
  const [draft, setDraft] = useState(() => draftOf(plans[0]?.plan ?? null));
  const currencies = new Set(plans.map(({ plan }) => plan.currency));
  const [currency = ''] = currencies.size === 1 ? currencies : [];
  const values = { guard: guardOf(draft) };
  const { preview, running, error, readPreview, save } = usePlansChange('guards', values, props);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void readPreview();
      }}
    >
      <p class="small">
        A guard holds pushed prices outside of its limits until a person decides. All these plans get the same
        guard. If every limit is empty, they follow the settings of the service.
      </p>
      <GuardFields
        guard={draft.guard}
        currency={currency}
        onChange={(guard) => setDraft({ ...draft, guard })}
      />
      {error && <Failure error={error} />}
      {preview && <PlanEffects change={preview} kind="guards" />}
      <ChangeActions
        preview={preview}
        running={running}
        plans={plans.length}
        onSave={() => void save()}
        onBack={onBack}
      />
    </form>
  );
}
