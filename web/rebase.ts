/**
 * Takes a changed record into a form: the fields that the person changed stay, and all others become those of the record
 * as it is now. The fields of an object are compared one by one, and a list as a whole.
 */
export function rebase<T extends object>(draft: T, before: T, now: T): T {
  const fields = Object.keys(draft) as (keyof T)[];
  return Object.fromEntries(
    fields.map((field) => [field, rebaseValue(draft[field], before[field], now[field])]),
  ) as T;
}

function rebaseValue<V>(draft: V, before: V, now: V): V {
  if (isSame(draft, before)) return now;
  return isGroup(draft) && isGroup(before) && isGroup(now) ? rebase(draft, before, now) : draft;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
