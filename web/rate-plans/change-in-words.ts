import type { Preview, RuleChange } from '../api-types';
import { RESTRICTION_NAMES, valueInWords } from '../fields';
import { formatCount } from '../format';
import { plansInWords } from './plans-in-words';

/** The effect of a change of rules in a sentence. */
export function changeInWords({ changed, unchanged, prices, derived, ratePlans }: RuleChange): string {
  if (changed === 0) return 'Every plan has this rule already: nothing changes.';
  const limited = ratePlans.filter(({ restrictions }) => restrictions > 0);
  const dates = limited.reduce((sum, { restrictions }) => sum + restrictions, 0);
  const parts = [`${plansInWords(changed)} get another rule, and ${formatCount(prices)} prices change`];
  if (derived > 0) parts.push(`${formatCount(derived)} prices of plans below follow`);
  if (dates > 0)
    parts.push(
      `restrictions change on ${formatCount(dates)} dates${limited.length > 1 ? ', counted once for each plan' : ''}`,
    );
  if (unchanged > 0) parts.push(`${plansInWords(unchanged)} have this rule already`);
  return `${parts.join('; ')}.`;
}

/** The restrictions of a day: "minimum stay 3, maximum stay 7". */
export function restrictionsInWords(restrictions: Preview['days'][number]['newRestrictions']): string {
  const words = RESTRICTION_NAMES.flatMap((name) => {
    const value = restrictions[name];
    return value ? valueInWords(name, value) : [];
  });
  return words.join(', ') || 'no restrictions';
}
