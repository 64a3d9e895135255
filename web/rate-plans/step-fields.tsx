import { writeDecimal } from '../decimal';
import { DecimalInput } from './decimal-input';
import type { Draft } from './rule';

const MAX_STEPS = 10;
type Step = Draft['steps'][number];

/** The steps of a rule, from first to last. */
export function StepFields({
  steps,
  currency,
  onChange,
}: {
  steps: Step[];
  /** Empty if it is not known. */
  currency: string;
  onChange: (steps: Step[]) => void;
}) {
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
          <DecimalInput
            aria-label={`Value of step ${index + 1}`}
            placeholder={`as ${writeDecimal(kind === 'percent' ? '-10' : '5.00')}`}
            unit={kind === 'percent' ? '%' : currency}
            value={value}
            onInput={(next) => replace(index, { value: next })}
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
