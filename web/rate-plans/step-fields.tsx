import type { Draft } from './rule';

const MAX_STEPS = 10;
type Step = Draft['steps'][number];

/** The steps of a rule, from first to last. */
export function StepFields({ steps, onChange }: { steps: Step[]; onChange: (steps: Step[]) => void }) {
  const replace = (index: number, changes: Partial<Step>) =>
    onChange(steps.map((step, place) => (place === index ? { ...step, ...changes } : step)));
  return (
    <div class="steps">
      {steps.map(({ kind, value }, index) => (
        <div key={index} class="step">
          <select
            aria-label={`Kind of step ${index + 1}`}
            value={kind}
            onChange={(event) => replace(index, { kind: event.currentTarget.value as Step['kind'] })}
          >
            <option value="percent">percent</option>
            <option value="amount">amount</option>
          </select>
          <input
            aria-label={`Value of step ${index + 1}`}
            inputMode="text"
            placeholder={kind === 'percent' ? 'as -10' : 'as 5.00'}
            value={value}
            onInput={(event) => replace(index, { value: event.currentTarget.value.trim() })}
            autocomplete="off"
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove step ${index + 1}`}
            onClick={() => onChange(steps.filter((_, place) => place !== index))}
          >
            ✕
          </button>
        </div>
      ))}
      {steps.length < MAX_STEPS && (
        <button type="button" onClick={() => onChange([...steps, { kind: 'percent', value: '' }])}>
          Add a step
        </button>
      )}
    </div>
  );
}
