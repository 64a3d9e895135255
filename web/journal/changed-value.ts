import type { Derivation } from '../api-types';
import { inWords } from '../format';
import { guardInWords, ruleInWords } from '../rate-plans/rule';

/** An old or new value of a changed record, in words. */
export function changedValueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (isRule(value)) return ruleInWords(value);
  if (field === 'guard') return guardInWords(value);
  if (Array.isArray(value)) return value.map((item) => changedValueInWords('', item)).join(', ') || 'none';
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${inWords(name)}: ${changedValueInWords(name, part)}`).join('; ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRule(value: unknown): value is Derivation {
  return typeof value === 'object' && value !== null && 'steps' in value && 'rounding' in value;
}
