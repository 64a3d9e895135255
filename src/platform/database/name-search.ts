/**
 * A search by name. Each word of the search must be in the name of the record, or in the name of what it belongs to.
 * The words become regular expressions that list the upper and lower case of each letter: PostgreSQL ignores the case of
 * letters beyond ASCII only with some locales of the database.
 */

/**
 * A session of PostgreSQL keeps 32 compiled expressions, and two belong to the ranks. With more, it would compile them
 * again for each record.
 */
const MAX_PATTERNS = 30;
/** Searches with more words do not look for the beginnings of words, which needs as many expressions again. */
const MAX_RANKED_WORDS = MAX_PATTERNS / 2;
/** The best rank is 0. */
export const LAST_RANK = 3;

/** White space, and the dot that the page writes between the names of a hotel, a room and a rate plan. */
const SEPARATOR = /[\s·]+/u;
const SEPARATOR_PATTERN = '[[:space:]·]+';
const WORD_BEGINS = '(?n)(^|[[:space:][:punct:]·’])';
/** Groups of letters that are one letter in some language, although upper and lower case do not connect all of them. */
const SAME_LETTERS = ['iIıİ', 'σςΣ', 'ßẞ'];

/** Regular expressions of which all must match the names of a record. One expression stands for all words beyond the limit. */
export function patternsOf(search: string): string[] {
  const patterns = [...new Set(wordsOf(search).map(patternOf))];
  if (patterns.length <= MAX_PATTERNS) return patterns;
  const rest = patterns.splice(MAX_PATTERNS - 1);
  return [...patterns, `\\A${rest.map((pattern) => `(?=.*${pattern})`).join('')}`];
}

/**
 * The patterns of a search, and those of its ranks: the names themselves, their beginning, and the beginnings of words;
 * null if the words are too many for that.
 */
export function rankedPatternsOf(search: string): [string[], string, string, string[] | null] {
  const patterns = patternsOf(search);
  const text = wordsOf(search).map(patternOf).join(SEPARATOR_PATTERN);
  const beginnings = patterns.map((pattern) => WORD_BEGINS + pattern);
  return [
    patterns,
    `(?n)^${text}\\Z`,
    `(?n)^${text}`,
    patterns.length > MAX_RANKED_WORDS ? null : beginnings,
  ];
}

/** SQL: the names of a record, one a line. @param columns the record's own name is the last one */
export function namesIn(...columns: string[]): string {
  return `concat_ws(E'\\n', ${columns.join(', ')})`;
}

/** SQL: whether all patterns match the names. */
export function matchesAll(names: string, patterns: string): string {
  return `${names} ~ ALL (${patterns}::text[])`;
}

/** SQL: the rank of a match, from 0 to LAST_RANK. The parameters are those of `rankedPatternsOf`. */
export function rankOf(names: string, same: string, beginning: string, wordBeginnings: string): string {
  return `CASE WHEN ${names} ~ ${same}::text THEN 0
               WHEN ${names} ~ ${beginning}::text THEN 1
               WHEN ${matchesAll(names, wordBeginnings)} THEN 2
               ELSE ${LAST_RANK} END`;
}

function wordsOf(search: string): string[] {
  return search.split(SEPARATOR).filter(Boolean);
}

function patternOf(word: string): string {
  return Array.from(word, letterPattern).join('');
}

function letterPattern(letter: string): string {
  const same = SAME_LETTERS.find((letters) => letters.includes(letter));
  if (same !== undefined) return `[${same}]`;
  const forms = [letter, letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()];
  const different = new Set(forms.filter((form) => Array.from(form).length === 1));
  if (different.size > 1) return `[${[...different].join('')}]`;
  return letter.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
}
