import type { FindOperator } from 'typeorm';
import { ILike } from 'typeorm';

/** The pattern of LIKE for texts with this part. What LIKE takes for a wildcard stands for itself. */
export function patternOf(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Finds a part of a text, whatever the case. */
export function containing(part: string): FindOperator<string> {
  return ILike(patternOf(part));
}
