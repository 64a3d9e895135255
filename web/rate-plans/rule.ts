import type { Derivation, Guard, RatePlan, RoundingMode } from '../api-types';
import type { Restriction } from '../fields';
import { RESTRICTIONS, RESTRICTION_NAMES } from '../fields';
import { formatDecimal, formatPrice } from '../format';
import { isSame, rebase } from '../rebase';
import { stepInWords } from '../story/sentence';

/** The values of a plan in its form, where everything is text. */
export interface Draft {
  id: string;
  name: string;
  currency: string;
  from: string;
  steps: { kind: 'percent' | 'amount'; value: string }[];
  mode: RoundingMode;
  increment: string;
  minimum: string;
  maximum: string;
  inherit: Restriction[];
  guard: Record<keyof Guard, string>;
}

export const ROUNDING_MODES: Record<RoundingMode, string> = {
  halfUp: 'half up',
  halfEven: 'half to even',
  up: 'up',
  down: 'down',
};

export const GUARD_FIELDS: Record<keyof Guard, string> = {
  minimum: 'Hold prices below',
  maximum: 'Hold prices above',
  maxDecreasePercent: 'Hold a fall by more than %',
  maxIncreasePercent: 'Hold a rise by more than %',
};
const GUARD_NAMES = Object.keys(GUARD_FIELDS) as (keyof Guard)[];

export function draftOf(plan: RatePlan | null): Draft {
  const rule = plan?.derivation;
  const guard = plan?.guard;
  return {
    id: '',
    name: plan?.name ?? '',
    currency: plan?.currency ?? '',
    from: rule?.from ?? '',
    steps: (rule?.steps ?? [{ percent: '-10' }]).map(({ percent, amount }) =>
      percent === undefined ? { kind: 'amount', value: amount ?? '' } : { kind: 'percent', value: percent },
    ),
    mode: rule?.rounding.mode ?? 'halfUp',
    increment: rule?.rounding.increment ?? '',
    minimum: rule?.minimum ?? '',
    maximum: rule?.maximum ?? '',
    inherit: rule?.inherit ?? RESTRICTION_NAMES,
    guard: Object.fromEntries(GUARD_NAMES.map((name) => [name, guard?.[name] ?? ''])) as Draft['guard'],
  };
}

/** A rule in calls. Without an increment, prices are rounded to the smallest unit of their currency. */
export type NewDerivation = Omit<Derivation, 'rounding'> & {
  rounding: { mode: RoundingMode; increment?: string };
};

/** The rule in the form; null if prices are pushed. */
export function derivationOf(draft: Draft): NewDerivation | null {
  if (draft.from === '') return null;
  return {
    from: draft.from,
    steps: draft.steps.map(({ kind, value }) => ({ [kind]: value })),
    rounding: { mode: draft.mode, ...(draft.increment && { increment: draft.increment }) },
    minimum: draft.minimum || null,
    maximum: draft.maximum || null,
    inherit: RESTRICTION_NAMES.filter((name) => draft.inherit.includes(name)),
  };
}

/** The parts of a rule that are changed together for many plans. */
export const RULE_PARTS = {
  steps: 'Steps',
  rounding: 'Rounding',
  minimum: 'Minimum',
  maximum: 'Maximum',
  inherit: 'Restrictions that follow the other plan',
} as const;
export type RulePart = keyof typeof RULE_PARTS;

/** The chosen parts of the rule in the form. */
export function partsOf(draft: Draft, parts: ReadonlySet<RulePart>): Partial<NewDerivation> {
  const rule = derivationOf(draft);
  return Object.fromEntries(Object.entries(rule ?? {}).filter(([part]) => parts.has(part as RulePart)));
}

export function guardOf({ guard }: Draft): Guard | null {
  const bounds = Object.fromEntries(
    GUARD_NAMES.map((name) => [name, guard[name] || null]),
  ) as unknown as Guard;
  return GUARD_NAMES.some((name) => bounds[name] !== null) ? bounds : null;
}

/** The body to send. For an existing plan, it has only the differences, because saving a rule recalculates prices. */
export function bodyOf(draft: Draft, plan: RatePlan | null): object {
  const before = draftOf(plan);
  const rule = derivationOf(draft);
  const guard = guardOf(draft);
  return {
    ...(!plan && draft.id && { id: draft.id }),
    ...(draft.name !== before.name && { name: draft.name }),
    ...(draft.currency !== before.currency && draft.currency && { currency: draft.currency }),
    ...(!isSame(rule, plan ? derivationOf(before) : null) && { derivation: rule }),
    ...(!isSame(guard, plan ? guardOf(before) : null) && { guard }),
  };
}

/**
 * Takes a plan that others have changed into the form. A rule that the person changed stays visible, even if others
 * have removed the derivation.
 */
export function rebaseDraft(draft: Draft, before: Draft, now: Draft): Draft {
  const next = rebase(draft, before, now);
  const hasNewRule = !isSame(derivationOf(draft), derivationOf(before));
  return hasNewRule && now.from === '' ? { ...next, from: draft.from } : next;
}

function restrictionInText(name: Restriction): string {
  return RESTRICTIONS[name].toLowerCase();
}

/** A rule in short, as "− 10 % + 5.00, to 0.01, at least 40.00". */
export function ruleInWords({ steps, rounding, minimum, maximum, inherit }: Derivation): string {
  const formula = steps.length === 0 ? 'the same' : steps.map(stepInWords).join(' ');
  const mode = rounding.mode === 'halfUp' ? '' : `rounded ${ROUNDING_MODES[rounding.mode]} `;
  const parts = [formula, `${mode}to ${formatDecimal(rounding.increment)}`];
  if (minimum !== null) parts.push(`at least ${formatPrice(minimum)}`);
  if (maximum !== null) parts.push(`at most ${formatPrice(maximum)}`);
  const ignored = RESTRICTION_NAMES.filter((name) => !inherit.includes(name));
  if (ignored.length === RESTRICTION_NAMES.length) parts.push('no restrictions follow');
  else if (ignored.length > 0) parts.push(`without ${ignored.map(restrictionInText).join(', ')}`);
  return parts.join(', ');
}

const GUARD_WORDS: Record<keyof Guard, (value: string) => string> = {
  minimum: (value) => `below ${formatPrice(value)}`,
  maximum: (value) => `above ${formatPrice(value)}`,
  maxDecreasePercent: (value) => `falls by more than ${formatDecimal(value)} %`,
  maxIncreasePercent: (value) => `rises by more than ${formatDecimal(value)} %`,
};

/** A guard in short, as "holds prices: below 40.00, falls by more than 50 %". */
export function guardInWords(guard: Partial<Guard>): string {
  const bounds = GUARD_NAMES.flatMap((name) => (guard[name] ? [GUARD_WORDS[name](guard[name])] : []));
  return bounds.length === 0 ? 'none' : `holds prices: ${bounds.join(', ')}`;
}
