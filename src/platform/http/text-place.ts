import { parse } from 'lossless-json';

/** In characters. Finding the place in a longer text blocks the process: 0.3 s for a megabyte. */
const MAX_LENGTH = 65_536;

/**
 * The place of the first JSON error in a text, for example `line 3, column 14`. Undefined if it cannot be found
 * quickly.
 */
export function placeOfJsonError(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    parse(text, null, { parseNumber: String, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    const [, offset] = /at position (\d+)$/.exec(String(error)) ?? [];
    if (offset) return placeAfter(text.slice(0, Number(offset)));
  }
  return undefined;
}

/** The place of the first byte that is not valid UTF-8. */
export function placeOfEncodingError(bytes: Buffer): string {
  const replaced = Buffer.from(bytes.toString('utf8'));
  let end = 0;
  while (end < bytes.length && bytes[end] === replaced[end]) end++;
  return placeAfter(new TextDecoder().decode(bytes.subarray(0, end)));
}

/** The place after a text, as an editor counts: from 1, in characters, without a byte order mark. */
function placeAfter(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${Array.from(lines.at(-1) ?? '').length + 1}`;
}
