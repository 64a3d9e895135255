import { useId } from 'preact/hooks';
import type { RoundingMode } from '../api-types';
import { RESTRICTIONS, RESTRICTION_NAMES } from '../fields';
import type { DecimalProps } from './decimal-input';
import { DecimalInput } from './decimal-input';
import type { Draft } from './rule';
import { ROUNDING_MODES } from './rule';

interface Props {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
}

export function RoundingFields({ draft, currency, set }: Props & { currency: string }) {
  return (
    <>
      <label class="field">
        <span>Rounding</span>
        <select
          value={draft.mode}
          onChange={(event) => set({ mode: event.currentTarget.value as RoundingMode })}
        >
          {Object.entries(ROUNDING_MODES).map(([mode, words]) => (
            <option key={mode} value={mode}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <Decimal
        label="To a multiple of"
        placeholder="smallest unit"
        unit={currency}
        value={draft.increment}
        onInput={(increment) => set({ increment })}
      />
    </>
  );
}

/** The restrictions that the plan takes from its parent. */
export function InheritFields({ draft, set }: Props) {
  return (
    <div class="checks">
      {RESTRICTION_NAMES.map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={draft.inherit.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              set({
                inherit: RESTRICTION_NAMES.filter((one) =>
                  one === name ? checked : draft.inherit.includes(one),
                ),
              })
            }
          />
          <span>{RESTRICTIONS[name]}</span>
        </label>
      ))}
    </div>
  );
}

export function Decimal({
  label,
  placeholder,
  ...props
}: DecimalProps & { label: string; placeholder?: string }) {
  const id = useId();
  return (
    <div class="field decimal">
      <label for={id}>{label}</label>
      <DecimalInput id={id} placeholder={placeholder} {...props} />
    </div>
  );
}
