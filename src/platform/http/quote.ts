import { WrittenNumber } from './exact-json';

const MAX_LENGTH = 30;
/** Characters that break a line, change the text direction or are invisible. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Formats a received value for an error message: on one line, in visible characters, and shortened. */
export function quote(value: unknown): string {
  if (value instanceof WrittenNumber) return shorten(value.text);
  if (typeof value === 'string') return escape(JSON.stringify(shorten(value)));
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** `; unknown field "inventory"`, which may be a misspelling of the missing one. Empty if all names are known. */
export function unknownNames(kind: 'field' | 'parameter', came: object, known: string[]): string {
  const unknown = Object.keys(came).filter((name) => !known.includes(name));
  if (unknown.length === 0) return '';
  const names = unknown.slice(0, 3).map(quote);
  const more = unknown.length - names.length;
  return `; unknown ${kind}${unknown.length > 1 ? 's' : ''} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function shorten(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_LENGTH + 2));
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text;
}

function escape(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
