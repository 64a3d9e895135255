import type { CalendarDate } from '../platform/dates/calendar-date';
import { parseCalendarDate } from '../platform/dates/calendar-date';
import { MAX_ELEMENTS } from '../platform/http/exact-json';
import { invalidBody } from '../platform/http/problem';
import { quote, unknownNames } from '../platform/http/quote';

export interface DatedRecord<T> {
  date: CalendarDate;
  value: T;
}

/** The validated body of an operation by date. */
export interface DatedArray<T> {
  records: DatedRecord<T>[];
  /** The property of the first element. */
  propertyName: string | null;
}

/** The field of an element besides its date. */
export interface ValueField<T> {
  name: string;
  example: number | boolean;
  /** Parses a value. A problem reads `must be …`. */
  read: (value: unknown) => { value: T } | { problem: string };
}

const MAX_PROBLEMS = 10;
const DATE_PROBLEM = 'must be a date as 2026-12-31, or a date-time with an offset';

/**
 * Validates and parses `[{ date, <field>, propertyName? }, …]` in one pass, which takes a tenth of the time
 * of a decorated class per element.
 * `null` or no body is an empty list.
 * @throws ProblemException 400 with a line for each of the first 10 problems, 413 for more than 5,000
 *   elements
 */
export function parseDatedArray<T>(body: unknown, { name, example, read }: ValueField<T>): DatedArray<T> {
  const elements = body ?? [];
  if (!Array.isArray(elements)) {
    const sample = JSON.stringify([{ date: '2026-12-31', [name]: example }]);
    throw invalidBody(400, `The body must be an array, as ${sample}; got ${quote(body)}`);
  }
  assertNotTooMany(elements);
  const records: DatedRecord<T>[] = [];
  const problems = new Problems(['date', name, 'propertyName']);
  elements.forEach((element: unknown, index) => {
    if (!isObject(element)) {
      problems.add(`[${index}]`, 'must be an object', element);
      return;
    }
    const { [name]: given, date: written, propertyName } = element;
    const date = typeof written === 'string' ? parseCalendarDate(written) : undefined;
    const result = read(given);
    if (!date) problems.addField(index, 'date', DATE_PROBLEM, element);
    if ('problem' in result) problems.addField(index, name, result.problem, element);
    if (!isText(propertyName)) problems.addField(index, 'propertyName', 'must be a string', element);
    if (date && 'value' in result) records.push({ date, value: result.value });
  });
  problems.throwIfAny();
  return {
    records,
    propertyName: (elements[0] as { propertyName?: string } | undefined)?.propertyName ?? null,
  };
}

function assertNotTooMany({ length }: unknown[]): void {
  if (length <= MAX_ELEMENTS) return;
  const calls = Math.ceil(length / MAX_ELEMENTS);
  throw invalidBody(
    413,
    `The body has ${length} elements: send at most ${MAX_ELEMENTS} a call, for example in ${calls} calls`,
  );
}

/** The problems of the elements: a line for each of the first ten, and the number of the others. */
class Problems {
  private readonly lines: string[] = [];
  private count = 0;

  constructor(private readonly fields: string[]) {}

  add(place: string, problem: string, got: unknown): void {
    if (++this.count <= MAX_PROBLEMS) this.lines.push(`${place} ${problem}; got ${quote(got)}`);
  }

  addField(index: number, field: string, problem: string, element: Record<string, unknown>): void {
    const place = `[${index}].${field}`;
    if (element[field] !== undefined) return this.add(place, problem, element[field]);
    if (++this.count > MAX_PROBLEMS) return;
    this.lines.push(`${place} is missing${unknownNames('field', element, this.fields)}`);
  }

  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count - this.lines.length;
    throw invalidBody(400, [...this.lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Accepts a missing value and null, because the field is optional. */
function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
