import type { HistoryEntry, PriceOrigin, PriceStory, RatePlan, Step } from '../api-types';
import { formatDecimal, formatPrice, formatShortMoment } from '../format';

/**
 * Returns a sentence about a price: "100.10 − 10 % + 5.00 = 95.09, rounded to 0.01; pushed on 21 November 12:03 by
 * allbookers".
 */
export function sentenceOf(story: PriceStory, plan: RatePlan | undefined): string {
  const [last] = story.history;
  const origin = last ? `; ${madeBy(last)}` : '';
  if (story.price === null) return `There is no price, so nothing can be sold${origin}.`;
  if (story.origin !== 'derived' || !story.derivation) {
    const what = `${formatPrice(story.price)}${story.rulePrice === null ? '' : ', another price than the rule gives'}`;
    return `${what}${origin}.`;
  }
  const { parentPrice, steps, clamped } = story.derivation;
  const formula = [
    parentPrice === null ? 'no price' : formatPrice(parentPrice),
    ...steps.map(stepInWords),
  ].join(' ');
  const rounding = plan?.derivation
    ? `, rounded to ${formatDecimal(plan.derivation.rounding.increment)}`
    : '';
  const clamp = clamped === null ? '' : `, within its limits ${formatPrice(clamped)}`;
  return `${formula} = ${formatPrice(story.price)}${rounding}${clamp}${origin}.`;
}

/** A step of the calculation: "− 10 %", "+ 5.00". */
export function stepInWords({ percent, amount }: Step): string {
  const value = percent ?? amount ?? '0';
  const size = value.replace(/^-/, '');
  const sign = value.startsWith('-') ? '−' : '+';
  return percent === undefined ? `${sign} ${formatPrice(size)}` : `${sign} ${formatDecimal(size)} %`;
}

export const KINDS: Record<HistoryEntry['kind'], string> = {
  push: 'pushed',
  derivation: 'recalculated by the rule',
  release: 'released',
  undo: 'put back by an undo',
};

export function madeBy({ kind, at, token }: HistoryEntry): string {
  return `${KINDS[kind]} on ${formatShortMoment(at)}${token === null ? '' : ` by ${token}`}`;
}

/** Returns the prices from a derived one up to the pushed one. */
export function chainOf(story: PriceOrigin): PriceOrigin[] {
  return [story, ...(story.derivation ? chainOf(story.derivation.parent) : [])];
}
