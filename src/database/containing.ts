import type { FindOperator } from 'typeorm';
import { ILike } from 'typeorm';

/** Finds a part of a text, whatever the case. What LIKE takes for a wildcard stands for itself. */
export function containing(part: string): FindOperator<string> {
  return ILike(`%${part.replace(/[\\%_]/g, '\\$&')}%`);
}
