/** A name that is no setting, and the setting that was most likely meant. */
export interface MisspeltSetting {
  name: string;
  meant: string;
}

/** In short names, as PORT, two other letters make another word. */
const SHORT_NAME = 5;

/**
 * Finds names that differ from a setting by a letter or two, or by case. Two neighbouring letters
 * that were swapped count as one. Settings that are there are left out: nobody misspells what is spelt right beside it.
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

/** Letters to insert, leave out, replace or swap with the next: the optimal string alignment distance. */
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
