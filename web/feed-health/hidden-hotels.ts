import type { Property, PropertyTotals } from '../api-types';
import { counted, formatCount } from '../format';

type Figures = Pick<
  Property,
  'silentRooms' | 'heldPrices' | 'closures' | 'problems' | 'largeChanges' | 'negativeRooms'
>;

export function needsAttention(hotel: Figures): boolean {
  const { silentRooms, heldPrices, closures, problems, largeChanges, negativeRooms } = hotel;
  return silentRooms + heldPrices + closures + problems + largeChanges + negativeRooms > 0;
}

/** Says how many hotels are not listed, and how many of these need attention. */
export function hiddenInWords(
  listed: Figures[],
  { total, needingAttention }: Pick<PropertyTotals, 'total' | 'needingAttention'>,
): string {
  const hidden = total - listed.length;
  const wrong = Math.max(0, needingAttention - listed.filter(needsAttention).length);
  const hotels = `${counted(hidden, 'more hotel is', 'more hotels are')} not listed`;
  if (wrong === 0) return `${hotels}: nothing is wrong there.`;
  return `${hotels}; ${formatCount(wrong)} of them ${wrong === 1 ? 'needs' : 'need'} attention.`;
}
