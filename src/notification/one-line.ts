/**
 * What must not reach a subject or a line of its own: control characters, line and paragraph separators,
 * unpaired surrogates (PostgreSQL's jsonb refuses them, and NUL too), and marks that turn the direction of text.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** The text as one line of at most so many characters. */
export function oneLine(text: string, maxLength = 200): string {
  // Long before it is cleaned: nobody reads a megabyte, so nobody should wait for one.
  const line = text
    .slice(0, 10 * maxLength)
    .replace(UNSAFE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  return `${line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, '')}…`;
}
