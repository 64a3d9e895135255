import type { Guard } from '../api-types';
import type { Draft } from './rule';
import { GUARD_FIELDS } from './rule';
import { Decimal } from './rule-fields';

/** The limits outside of which pushed prices are held. */
export function GuardFields({
  guard,
  currency,
  onChange,
}: {
  guard: Draft['guard'];
  currency: string;
  onChange: (guard: Draft['guard']) => void;
}) {
  return (
    <div class="columns">
      {(Object.keys(GUARD_FIELDS) as (keyof Guard)[]).map((name) => (
        <Decimal
          key={name}
          label={GUARD_FIELDS[name]}
          unit={name.endsWith('Percent') ? '%' : currency}
          value={guard[name]}
          onInput={(value) => onChange({ ...guard, [name]: value })}
        />
      ))}
    </div>
  );
}
