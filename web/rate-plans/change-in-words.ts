import type { RuleChange } from '../api-types';
import { formatCount } from '../format';
import { plansInWords } from './plans-in-words';

/** The effect of a change of rules in a sentence. */
export function changeInWords({
  changed,
  unchanged,
  prices,
  derived,
  derivedRestrictions,
  ratePlans,
}: RuleChange): string {
  if (changed === 0) return 'Every plan has this rule already: nothing changes.';
  const limited = ratePlans.filter(({ restrictions }) => restrictions > 0);
  const dates = limited.reduce((sum, { restrictions }) => sum + restrictions, 0);
  const parts = [
    `${plansInWords(changed)} ${changed === 1 ? 'gets' : 'get'} another rule, and ${formatCount(prices)} prices change`,
  ];
  if (derived > 0) parts.push(`${formatCount(derived)} prices of plans below follow`);
  if (dates > 0)
    parts.push(
      `restrictions change on ${formatCount(dates)} dates${limited.length > 1 ? ', counted once for each plan' : ''}`,
    );
  if (derivedRestrictions > 0)
    parts.push(`restrictions of plans below follow on ${formatCount(derivedRestrictions)} dates`);
  if (unchanged > 0)
    parts.push(`${plansInWords(unchanged)} ${unchanged === 1 ? 'has' : 'have'} this rule already`);
  return `${parts.join('; ')}.`;
}
