/** A restriction: its letter in the journal, its column in `rate_room_availability`, and the number of its values. */
interface RestrictionDeclaration {
  letter: string;
  column: string;
  /** 2 for a flag; more for nights, 0 included. */
  values: number;
}

const NIGHTS = 1024;

/**
 * The restrictions that a rate plan can have on a date, in the order of their places in the packed number. The letters
 * and places are stored, so a new restriction comes last.
 */
const DECLARATIONS = {
  stopSell: { letter: 's', column: 'stop_sell', values: 2 },
  closedToArrival: { letter: 'a', column: 'closed_to_arrival', values: 2 },
  closedToDeparture: { letter: 'd', column: 'closed_to_departure', values: 2 },
  minStayArrival: { letter: 'm', column: 'min_stay_arrival', values: NIGHTS },
  minStayThrough: { letter: 't', column: 'min_stay_through', values: NIGHTS },
  maxStay: { letter: 'x', column: 'max_stay', values: NIGHTS },
} as const satisfies Record<string, RestrictionDeclaration>;

export type RestrictionName = keyof typeof DECLARATIONS;
export const RESTRICTIONS = Object.keys(DECLARATIONS) as RestrictionName[];

/** The restrictions of a rate plan on a date, without those that are not set: `true`, or a number of nights. */
export type NamedRestrictions = {
  [Name in RestrictionName]?: (typeof DECLARATIONS)[Name]['values'] extends 2 ? boolean : number;
};

/**
 * All restrictions of a rate plan on a date in one whole number below 2^53. A calendar therefore handles them like
 * prices. 0 means no restriction.
 */
export type PackedRestrictions = number;

/** A restriction with its place in the number: the value of its lowest bit. */
export interface PlacedRestriction extends RestrictionDeclaration {
  unit: number;
}

export const PLACES = placesOf(DECLARATIONS);

function placesOf<Name extends string>(
  declarations: Record<Name, RestrictionDeclaration>,
): Record<Name, PlacedRestriction> {
  let unit = 1;
  const places = {} as Record<Name, PlacedRestriction>;
  for (const name in declarations) {
    places[name] = { ...declarations[name], unit };
    unit *= declarations[name].values;
  }
  return places;
}

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

/**
 * Returns the restrictions of a derived plan after a change of its parent: the inherited ones become those of the
 * parent, and the others stay.
 */
export function inherit(
  parent: PackedRestrictions,
  own: PackedRestrictions,
  inherited: readonly RestrictionName[],
): PackedRestrictions {
  return inherited.reduce((packed, name) => withRestriction(packed, name, restrictionIn(parent, name)), own);
}

export function namedRestrictions(packed: PackedRestrictions): NamedRestrictions {
  const set = RESTRICTIONS.filter((name) => restrictionIn(packed, name) > 0);
  return Object.fromEntries(set.map((name) => [name, isFlag(name) || restrictionIn(packed, name)]));
}

/** Returns the nights to store. A minimum of one night restricts nothing, so it becomes 0. */
export function effectiveNights(name: RestrictionName, nights: number): number {
  const isMinimum = name === 'minStayArrival' || name === 'minStayThrough';
  return isMinimum && nights === 1 ? 0 : nights;
}

/** Whether a restriction is a flag instead of a number of nights. */
export function isFlag(name: RestrictionName): boolean {
  return PLACES[name].values === 2;
}
