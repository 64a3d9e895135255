import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundPlan } from '../search';
import { Failure } from '../ui/status';
import { ChangeActions } from './change-actions';
import { PlanEffects } from './plan-effects';
import { plansInWords } from './plans-in-words';
import type { Draft, RulePart } from './rule';
import { draftOf, partsOf, ruleInWords, RULE_PARTS } from './rule';
import { Decimal, InheritFields, RoundingFields } from './rule-fields';
import { StepFields } from './step-fields';
import type { PlansFormProps } from './use-plans-change';
import { usePlansChange } from './use-plans-change';

/** The change of the rules of all chosen plans, and its preview. */
export function RulesForm(props: PlansFormProps) {
  const { plans, onBack } = props;
  const [draft, setDraft] = useState(() => draftOf(plans[0]?.plan ?? null));
  const [parts, setParts] = useState<ReadonlySet<RulePart>>(new Set(['steps']));
  const values = { derivation: partsOf(draft, parts) };
  const { preview, running, error, readPreview, save } = usePlansChange('rules', values, props);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('.step input')?.focus(), []);
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void readPreview();
      }}
    >
      <PresentRules plans={plans} />
      <RuleParts draft={draft} parts={parts} onDraft={setDraft} onParts={setParts} />
      {error && <Failure error={error} />}
      {preview && <PlanEffects change={preview} kind="rules" />}
      <ChangeActions
        preview={preview}
        running={running}
        plans={plans.length}
        isEmpty={parts.size === 0}
        onSave={() => void save()}
        onBack={onBack}
      />
    </form>
  );
}

/** The present rules of the plans, each with the number of its plans. */
function PresentRules({ plans }: { plans: FoundPlan[] }) {
  const counts = new Map<string, number>();
  for (const { plan } of plans) {
    const rule = plan.derivation ? ruleInWords(plan.derivation) : 'none';
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return (
    <p class="small">
      Their rules today: {[...counts].map(([rule, count]) => `${rule} (${plansInWords(count)})`).join('; ')}.
      Each plan keeps the parts of its rule that are not chosen below.
    </p>
  );
}

function RuleParts({
  draft,
  parts,
  onDraft,
  onParts,
}: {
  draft: Draft;
  parts: ReadonlySet<RulePart>;
  onDraft: (draft: Draft) => void;
  onParts: (parts: ReadonlySet<RulePart>) => void;
}) {
  const set = (changes: Partial<Draft>) => onDraft({ ...draft, ...changes });
  const fields: Record<RulePart, ComponentChildren> = {
    steps: <StepFields steps={draft.steps} currency="" onChange={(steps) => set({ steps })} />,
    rounding: (
      <div class="columns">
        <RoundingFields draft={draft} currency="" set={set} />
      </div>
    ),
    minimum: (
      <Decimal
        label="The lowest price; empty: no limit"
        unit=""
        value={draft.minimum}
        onInput={(minimum) => set({ minimum })}
      />
    ),
    maximum: (
      <Decimal
        label="The highest price; empty: no limit"
        unit=""
        value={draft.maximum}
        onInput={(maximum) => set({ maximum })}
      />
    ),
    inherit: <InheritFields draft={draft} set={set} />,
  };
  return (
    <>
      {(Object.keys(RULE_PARTS) as RulePart[]).map((part) => (
        <fieldset key={part} class="rule-part">
          <label class="check">
            <input
              type="checkbox"
              checked={parts.has(part)}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(parts);
                if (checked) next.add(part);
                else next.delete(part);
                onParts(next);
              }}
            />
            <span class="strong">{RULE_PARTS[part]}</span>
          </label>
          {parts.has(part) && fields[part]}
        </fieldset>
      ))}
    </>
  );
}
