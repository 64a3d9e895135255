/**
 * Characters that nobody sees but that may change the look of the character before them: joiners, variation selectors and
 * the tags of flags.
 */
const ALTERING =
  '(?:\\u200C|\\u200D|[\\u180B-\\u180F]|[\\uFE00-\\uFE0F]|[\\u{E0020}-\\u{E007F}]|[\\u{E0100}-\\u{E01EF}])';
/** Characters whose look no character of ALTERING changes. */
const UNALTERED =
  '[\\p{White_Space}\\p{P}\\p{Nd}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]|[\\u0300-\\u036F]';
const WITHOUT_EFFECT = new RegExp(`(^|${UNALTERED})${ALTERING}+`, 'gu');
const INVISIBLE = new RegExp(`(?!${ALTERING})\\p{Default_Ignorable_Code_Point}`, 'gu');
const WHITE_SPACE = /\p{White_Space}+/gu;
const SCRIPTS = ['Latin', 'Greek', 'Cyrillic'].map((script) => ({
  script,
  pattern: new RegExp(`\\p{Script=${script}}`, 'u'),
}));

/**
 * Returns the stored form of a name, so that names that look the same are equal texts: Unicode in NFC without invisible
 * characters, with one space for each run of white space, and with none at the ends.
 */
export function normalName(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(WITHOUT_EFFECT, '$1')
    .replace(WHITE_SPACE, ' ')
    .trim()
    .normalize('NFC');
}

/** Says where a typed name differs from the expected one; undefined if it is equal or only its beginning. */
export function differenceOf(expected: string, typed: string): string | undefined {
  const [name, given] = [normalName(expected), normalName(typed)];
  if (name.startsWith(given)) return undefined;
  if (name.toLowerCase().startsWith(given.toLowerCase())) return 'Upper and lower case differ';
  const [wanted, characters] = [Array.from(name), Array.from(given)];
  const place = characters.findIndex((character, index) => character !== wanted[index]);
  const [got = '', want] = [characters[place], wanted[place]];
  if (want === undefined) return `The name ends before character ${place + 1}, ${described(got)}`;
  return `Character ${place + 1} is ${described(got)}, not ${described(want)}`;
}

/** For example `“о” (Cyrillic, U+043E)`. */
function described(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const script = SCRIPTS.find(({ pattern }) => pattern.test(character))?.script;
  return `“${character}” (${script === undefined ? code : `${script}, ${code}`})`;
}
