declare const idOf: unique symbol;

/**
 * A 64-bit identifier as decimal digits without leading zeros: 1 … 2^63-1. It is never a JavaScript number, because a
 * number silently loses digits above 2^53.
 */
export type Id<Of extends string> = string & { readonly [idOf]: Of };
export type RoomId = Id<'Room'>;
export type RatePlanId = Id<'RatePlan'>;

const MAX_ID = 2n ** 63n - 1n;
/** The greatest possible id. */
export const LAST_ID = MAX_ID.toString();

/** Reads an identifier from decimal digits. @returns undefined for any other value */
export function parseId<T extends Id<string>>(text: unknown): T | undefined {
  if (typeof text !== 'string' || !/^\d{1,30}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= 1n && value <= MAX_ID ? (value.toString() as T) : undefined;
}

/** Compares two ids by their numeric value. */
export function byNumber(one: Id<string>, other: Id<string>): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
