import { isDeepStrictEqual } from 'node:util';
import type { Changes } from './journaled-call';

/** Compares an old and a new state by field. A missing state counts as null in every field. */
export function changesOf<T extends object>(before: T | null, after: T | null): Changes {
  const fields = Object.keys(after ?? before ?? {}) as (keyof T & string)[];
  const pairs = fields.map(
    (field) => [field, { from: before?.[field] ?? null, to: after?.[field] ?? null }] as const,
  );
  return Object.fromEntries(pairs.filter(([, { from, to }]) => !isDeepStrictEqual(from, to)));
}

export function valuesAfter<T extends object>(changes: Changes): Partial<T> {
  return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) as Partial<T>;
}
