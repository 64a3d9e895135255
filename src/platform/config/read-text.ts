import { readFileSync } from 'node:fs';

/** The byte order marks that editors and shells of Windows write. The decoder removes them. */
const MARKS: [Buffer, string][] = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/**
 * Reads a text file in UTF-8, or in UTF-16 with a byte order mark.
 * @throws Error that names the file if it has another encoding
 */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  const encoding = MARKS.find(([mark]) => bytes.subarray(0, 2).equals(mark))?.[1] ?? 'utf-8';
  let text: string | undefined;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The check below throws an error that names the file.
  }
  if (text === undefined || text.includes('\0'))
    throw new Error(`${path} is not text in UTF-8: save it as UTF-8`);
  return text;
}
