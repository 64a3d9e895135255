import { WrittenNumber } from './exact-json';

const MAX_LENGTH = 30;
/** What would break a line, turn the direction of a text, or not be seen at all. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** What came, as an error tells of it: on one line, in visible characters, and no more of it than is needed to find it. */
export function quote(value: unknown): string {
  if (value instanceof WrittenNumber) return shorten(value.text);
  if (typeof value === 'string') return escape(JSON.stringify(shorten(value)));
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** `; unknown field "inventory"`, which may be the one that is missing; empty where all are known. */
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
