import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isConflict } from '../api';
import type { RuleChange } from '../api-types';
import type { FoundPlan } from '../search';
import { useSession } from '../session';
import { Failure } from '../ui/status';
import { plansInWords } from './plans-in-words';
import type { Draft, RulePart } from './rule';
import { draftOf, partsOf, ruleInWords, RULE_PARTS } from './rule';
import { RuleEffects } from './rule-effects';
import { Decimal, InheritFields, RoundingFields } from './rule-fields';
import { StepFields } from './step-fields';

/** The change for all plans and its preview. The user can save a change only after its preview. */
export function RulesForm({
  plans,
  onBack,
  onSaved,
}: {
  plans: FoundPlan[];
  onBack: () => void;
  onSaved: (change: RuleChange) => void;
}) {
  const { api, names } = useSession();
  const [draft, setDraft] = useState(() => draftOf(plans[0]?.plan ?? null));
  const [parts, setParts] = useState<ReadonlySet<RulePart>>(new Set(['steps']));
  const [preview, setPreview] = useState<{ of: string; change: RuleChange }>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const derivation = partsOf(draft, parts);
  const isPreviewed = preview?.of === JSON.stringify(derivation);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('.step input')?.focus(), []);
  const post = async (dryRun: boolean) => {
    // A disabled button would lose the focus.
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const ratePlanIds = plans.map(({ plan }) => plan.id);
      const seen = dryRun ? undefined : preview?.change.preview;
      const body = { ratePlanIds, derivation, dryRun, preview: seen };
      const change = await api.post<RuleChange>('derivations/change', body);
      if (dryRun) setPreview({ of: JSON.stringify(derivation), change });
      else {
        names.forget();
        onSaved(change);
      }
    } catch (failure) {
      setError(failure as Error);
      if (isConflict(failure)) setPreview(undefined);
    }
    setBusy(false);
  };
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void post(true);
      }}
    >
      <PresentRules plans={plans} />
      <RuleParts draft={draft} parts={parts} onDraft={setDraft} onParts={setParts} />
      {error && <Failure error={error} />}
      {isPreviewed && <RuleEffects change={preview.change} />}
      <div class="actions">
        <button type="submit" disabled={parts.size === 0}>
          Preview
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isPreviewed || preview.change.changed === 0}
          onClick={() => void post(false)}
        >
          Save for {plansInWords(isPreviewed ? preview.change.changed : plans.length)}
        </button>
        <button type="button" onClick={onBack}>
          Back to the plans
        </button>
      </div>
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
