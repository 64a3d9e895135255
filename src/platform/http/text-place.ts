import { parse } from 'lossless-json';

/** In characters. In a longer text, looking for the place keeps everybody waiting: 0.3 s in a megabyte. */
const MAX_LENGTH = 65_536;

/** Where the JSON of a text goes wrong, as `line 3, column 14`; undefined where that cannot be said, or not soon. */
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

/** Where bytes that are not UTF-8 cease to be. */
export function placeOfEncodingError(bytes: Buffer): string {
  const replaced = Buffer.from(bytes.toString('utf8'));
  let end = 0;
  while (end < bytes.length && bytes[end] === replaced[end]) end++;
  return placeAfter(new TextDecoder().decode(bytes.subarray(0, end)));
}

/** The place behind a text, as an editor counts: from 1, in characters, without a byte order mark. */
function placeAfter(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${Array.from(lines.at(-1) ?? '').length + 1}`;
}
