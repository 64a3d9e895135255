import levenshtein from 'damerau-levenshtein';

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
  return levenshtein(name, setting).steps <= limit;
}
