/**
 * Characters that must not occur in a subject or a line: control characters, line and paragraph separators, unpaired
 * surrogates (PostgreSQL's jsonb refuses them and NUL), and marks that change the text direction.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Returns the text as one line of at most `maxLength` characters. */
export function oneLine(text: string, maxLength = 200): string {
  // The text is cut before it is cleaned: cleaning a megabyte that no one reads would waste time.
  const line = text
    .slice(0, 10 * maxLength)
    .replace(UNSAFE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  return `${line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, '')}…`;
}
