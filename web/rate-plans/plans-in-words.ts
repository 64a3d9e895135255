import { formatCount } from '../format';

export function plansInWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'plan' : 'plans'}`;
}
