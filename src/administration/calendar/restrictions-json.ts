import type { PackedRestrictions, RestrictionName } from '../../calendar/restrictions';
import { isFlag, restrictionIn, RESTRICTIONS } from '../../calendar/restrictions';

/** Returns the restrictions that occur on one of the days, each with one value a day, as JSON. */
export function restrictionsJson(row: readonly PackedRestrictions[] | undefined): string {
  if (!row) return '{}';
  const occurring = RESTRICTIONS.filter((name) => row.some((packed) => restrictionIn(packed, name) > 0));
  return `{${occurring.map((name) => `"${name}":[${row.map((packed) => valueJson(packed, name)).join()}]`).join()}}`;
}

function valueJson(packed: PackedRestrictions, name: RestrictionName): string {
  const value = restrictionIn(packed, name);
  if (isFlag(name)) return String(value === 1);
  return value === 0 ? 'null' : String(value);
}
