import { isDeeperThan } from '../../platform/http/nesting';
import { parseExactJson } from '../../platform/http/exact-json';
import { placeOfEncodingError, placeOfJsonError } from '../../platform/http/text-place';

const MAX_DEPTH = 32;
/** The slow parser reads numbers exactly, but blocks the process for 0.2 s a megabyte. */
const MAX_EXACT_BYTES = 1_048_576;
/** A number outside of a string that a binary float may not represent exactly. */
const INEXACT_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE])/;

/** The parsed body of a message, or the problem with its JSON. */
export type ParsedBody = { value: unknown } | { problem: string };

/** Parses the body of a message of up to 10 MiB. */
export function parseMessageBody(bytes: Buffer): ParsedBody {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const place = bytes.length <= MAX_EXACT_BYTES ? ` at ${placeOfEncodingError(bytes)}` : '';
    return { problem: `The body is not valid JSON: not UTF-8${place}` };
  }
  if (isDeeperThan(MAX_DEPTH, text)) return { problem: `The body is nested deeper than ${MAX_DEPTH} levels` };
  try {
    if (!INEXACT_NUMBER.test(text)) return { value: JSON.parse(text) as unknown };
    if (bytes.length <= MAX_EXACT_BYTES) return { value: parseExactJson(text) };
    return { problem: 'Write numbers of more than 15 digits, or with an exponent, as strings' };
  } catch {
    const place = placeOfJsonError(text);
    return { problem: `The body is not valid JSON${place ? `: ${place}` : ''}` };
  }
}
