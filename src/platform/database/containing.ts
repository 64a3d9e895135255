import type { FindOperator } from 'typeorm';
import { ILike } from 'typeorm';

/** A LIKE pattern that matches texts containing this part. Wildcard characters in the part match themselves. */
export function patternOf(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Matches texts that contain a part, ignoring case. */
export function containing(part: string): FindOperator<string> {
  return ILike(patternOf(part));
}
