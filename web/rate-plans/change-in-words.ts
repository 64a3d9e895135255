import type { PlansChange } from '../api-types';
import { formatCount } from '../format';
import { plansInWords } from './plans-in-words';

/** The property of plans that people change for many at once. */
export type ChangeKind = 'rules' | 'guards';

/** The result of a saved change of several plans in a sentence. */
export function changedInWords({ changed, prices, derived }: PlansChange, kind: ChangeKind): string {
  const first = `The ${kind} of ${plansInWords(changed)} are changed`;
  return kind === 'rules' ? `${first}, and ${formatCount(prices + derived)} prices with them.` : `${first}.`;
}

/** The effect of a change of several plans in a sentence. */
export function changeInWords(change: PlansChange, kind: ChangeKind): string {
  const { changed, unchanged, prices, derived, derivedRestrictions, ratePlans } = change;
  const noun = kind === 'rules' ? 'rule' : 'guard';
  if (changed === 0) return `Every plan has this ${noun} already: nothing changes.`;
  const limited = ratePlans.filter(({ restrictions }) => restrictions > 0);
  const dates = limited.reduce((sum, { restrictions }) => sum + restrictions, 0);
  const [get, have] = [changed === 1 ? 'gets' : 'get', unchanged === 1 ? 'has' : 'have'];
  const first = `${plansInWords(changed)} ${get} another ${noun}`;
  const parts = [kind === 'rules' ? `${first}, and ${formatCount(prices)} prices change` : first];
  if (derived > 0) parts.push(`${formatCount(derived)} prices of plans below follow`);
  if (dates > 0)
    parts.push(
      `restrictions change on ${formatCount(dates)} dates${limited.length > 1 ? ', counted once for each plan' : ''}`,
    );
  if (derivedRestrictions > 0)
    parts.push(`restrictions of plans below follow on ${formatCount(derivedRestrictions)} dates`);
  if (unchanged > 0) parts.push(`${plansInWords(unchanged)} ${have} this ${noun} already`);
  return `${parts.join('; ')}.`;
}
