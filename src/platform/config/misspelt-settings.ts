/** A name that is not a setting, and the setting that was probably meant. */
export interface MisspeltSetting {
  name: string;
  meant: string;
}

/** In a short name such as PORT, two different letters make another word. */
const SHORT_NAME = 5;

/**
 * Finds names that differ from a setting by one or two letters, or by case. Two swapped neighbouring letters count as
 * one difference. Settings that are present are not suggested, because their correct name was used.
 */
export function findMisspeltSettings(names: string[], settings: string[]): MisspeltSetting[] {
  const missing = settings.filter((setting) => !names.includes(setting));
  return names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = missing.find((setting) => isMisspelt(name.toUpperCase(), setting));
      return meant ? [{ name, meant }] : [];
    });
}

function isMisspelt(name: string, setting: string): boolean {
  const limit = setting.length <= SHORT_NAME ? 1 : 2;
  return Math.abs(name.length - setting.length) <= limit && distance(name, setting) <= limit;
}

/**
 * The number of letters to insert, delete, replace or swap with the next one: the optimal string alignment distance.
 */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const options = [
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + Number(!isSame),
      ];
      if (isSwapped) options.push(at(beforeLast, column - 2) + 1);
      current.push(Math.min(...options));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Infinity;
}
