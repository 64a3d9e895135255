declare const idOf: unique symbol;

/**
 * A 64-bit identifier, as decimal digits without leading zeros: 1 … 2^63-1. It is never a JavaScript
 * number, which would silently change it above 2^53.
 */
export type Id<Of extends string> = string & { readonly [idOf]: Of };
export type RoomId = Id<'Room'>;
export type RatePlanId = Id<'RatePlan'>;

const MAX_ID = 2n ** 63n - 1n;
/** No id is greater. */
export const LAST_ID = MAX_ID.toString();

/** Reads an identifier from decimal digits; undefined where it is none, whatever it is. */
export function parseId<T extends Id<string>>(text: unknown): T | undefined {
  if (typeof text !== 'string' || !/^\d{1,30}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= 1n && value <= MAX_ID ? (value.toString() as T) : undefined;
}

/** Orders ids as the numbers that they are. */
export function byNumber(one: Id<string>, other: Id<string>): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
