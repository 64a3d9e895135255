/** The restrictions that a rate plan can have on a date. */
export const RESTRICTIONS = [
  'stopSell',
  'closedToArrival',
  'closedToDeparture',
  'minStayArrival',
  'minStayThrough',
  'maxStay',
] as const;
export type RestrictionName = (typeof RESTRICTIONS)[number];

/** The restrictions of a rate plan on a date, without those that are not set. */
export interface NamedRestrictions {
  stopSell?: boolean;
  closedToArrival?: boolean;
  closedToDeparture?: boolean;
  minStayArrival?: number;
  minStayThrough?: number;
  maxStay?: number;
}

/**
 * All restrictions of a rate plan on a date in one whole number below 2^33. A calendar therefore handles them like
 * prices. 0 means no restriction.
 */
export type PackedRestrictions = number;

/** The place of a restriction in the number: the value of its lowest bit, and the number of its values. */
const PLACES: Record<RestrictionName, { unit: number; values: number }> = {
  stopSell: { unit: 1, values: 2 },
  closedToArrival: { unit: 2, values: 2 },
  closedToDeparture: { unit: 4, values: 2 },
  minStayArrival: { unit: 2 ** 3, values: 1024 },
  minStayThrough: { unit: 2 ** 13, values: 1024 },
  maxStay: { unit: 2 ** 23, values: 1024 },
};

/** The longest stay that a restriction can name, in nights. */
export const MAX_NIGHTS = 999;

/** Returns a restriction: nights, or 1 for a set flag; 0 if there is none. */
export function restrictionIn(packed: PackedRestrictions, name: RestrictionName): number {
  const { unit, values } = PLACES[name];
  return Math.floor(packed / unit) % values;
}

/** Returns the same restrictions with another value of one of them. */
export function withRestriction(
  packed: PackedRestrictions,
  name: RestrictionName,
  value: number,
): PackedRestrictions {
  return packed + (value - restrictionIn(packed, name)) * PLACES[name].unit;
}

/** Returns the restrictions of a derived plan after those of its parent have changed. The inherited ones follow. */
export function inherit(
  parent: PackedRestrictions,
  own: PackedRestrictions,
  inherited: readonly RestrictionName[],
): PackedRestrictions {
  return inherited.reduce((packed, name) => withRestriction(packed, name, restrictionIn(parent, name)), own);
}

/** Returns the restrictions by name. */
export function namedRestrictions(packed: PackedRestrictions): NamedRestrictions {
  const set = RESTRICTIONS.filter((name) => restrictionIn(packed, name) > 0);
  return Object.fromEntries(set.map((name) => [name, isFlag(name) || restrictionIn(packed, name)]));
}

/** Returns the nights to store. A minimum of one night restricts nothing, so it becomes 0. */
export function effectiveNights(name: RestrictionName, nights: number): number {
  const isMinimum = name === 'minStayArrival' || name === 'minStayThrough';
  return isMinimum && nights === 1 ? 0 : nights;
}

/** Returns the place of a restriction in the number, for queries: `packed / unit % values`. */
export function placeOfRestriction(name: RestrictionName): { unit: number; values: number } {
  return PLACES[name];
}

/** Whether a restriction is a flag instead of a number of nights. */
export function isFlag(name: RestrictionName): boolean {
  return PLACES[name].values === 2;
}
