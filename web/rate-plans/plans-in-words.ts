import { counted } from '../format';

export function plansInWords(count: number): string {
  return counted(count, 'plan');
}
