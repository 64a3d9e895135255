import { parseDecimal, PRICE_LIMIT, toTenThousandths } from '../../calendar/derivation/money';
import type { CellPrice } from '../../calendar/cell';
import { decimalText } from '../../platform/http/exact-json';
import { quote, unknownNames } from '../../platform/http/quote';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { parseCalendarDate } from '../../platform/dates/calendar-date';
import type { Id } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';

/** The answer lists this many problems. */
const MAX_PROBLEMS = 100;
const MAX_TEXT = 200;

/** A wrong value of a message, and its place. */
export interface ChannexProblem {
  path: string;
  message: string;
}

/** Reads the fields of an object of a message, and collects their problems. */
export class ChannexFields {
  private constructor(
    private readonly values: Record<string, unknown>,
    private readonly path: string,
    private readonly problems: ChannexProblem[],
  ) {}

  /** @returns undefined, with a problem, if the value is not an object */
  static of(value: unknown, path: string, problems: ChannexProblem[]): ChannexFields | undefined {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new ChannexFields(value as Record<string, unknown>, path, problems);
    addProblem(problems, path, `must be an object; got ${quote(value)}`);
    return undefined;
  }

  /** The path of a field. */
  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  /** Reads a field that is an object. */
  object(name: string): ChannexFields | undefined {
    const value = this.required(name);
    return value === undefined ? undefined : ChannexFields.of(value, this.at(name), this.problems);
  }

  list(name: string, isRequired: boolean): unknown[] | undefined {
    const value = isRequired ? this.required(name) : this.optional(name);
    return value === undefined || Array.isArray(value) ? value : this.refuse(name, 'must be an array', value);
  }

  text(name: string): string | undefined {
    const value = this.required(name);
    if (value === undefined) return undefined;
    const isText = typeof value === 'string' && value.length > 0 && value.length <= MAX_TEXT;
    return isText ? value : this.refuse(name, `must be a text of 1 to ${MAX_TEXT} characters`, value);
  }

  /** Reads one of some words. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined {
    const value = this.required(name);
    if (value === undefined) return undefined;
    const word = words.find((each) => each === value);
    return word ?? this.refuse(name, `must be ${words.join(' or ')}`, value);
  }

  id<T extends Id<string>>(name: string, isRequired: boolean): T | undefined {
    const value = isRequired ? this.required(name) : this.optional(name);
    if (value === undefined) return undefined;
    return parseId<T>(decimalText(value)) ?? this.refuse(name, 'must be an id of the mapping details', value);
  }

  date(name: string): CalendarDate | undefined {
    const value = this.required(name);
    if (value === undefined) return undefined;
    const isDate = typeof value === 'string' && value.length === 10;
    const date = isDate ? parseCalendarDate(value) : undefined;
    return date ?? this.refuse(name, 'must be a date as 2026-12-31', value);
  }

  wholeNumber(name: string, least: number, greatest: number): number | undefined {
    const value = this.optional(name);
    if (value === undefined) return undefined;
    const text = decimalText(value) ?? '';
    const number = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= greatest) return number;
    return this.refuse(name, `must be a whole number from ${least} to ${greatest}`, value);
  }

  flag(name: string): boolean | undefined {
    const value = this.optional(name);
    return value === undefined || typeof value === 'boolean'
      ? value
      : this.refuse(name, 'must be true or false', value);
  }

  /** Reads a price. It must be a string, because a number may be in the smallest unit of the currency. */
  price(name: string): CellPrice | undefined {
    const value = this.required(name);
    if (value === undefined) return undefined;
    const decimal = typeof value === 'string' ? parseDecimal(value) : undefined;
    if (!decimal || decimal.value < 0n)
      return this.refuse(name, 'must be a decimal of at least 0 in a string, as "200.00"', value);
    const price = toTenThousandths(decimal);
    return price < PRICE_LIMIT ? Number(price) : this.refuse(name, 'must be below 10000000000', value);
  }

  optionalText(name: string): string | undefined {
    const value = this.optional(name);
    if (value === undefined) return undefined;
    const isText = typeof value === 'string' && value.length <= MAX_TEXT;
    return isText ? value : this.refuse(name, 'must be a text', value);
  }

  /** Adds a problem with a field. @returns undefined, whatever type the field has */
  refuse<T>(name: string, problem: string, value: unknown): T | undefined {
    addProblem(this.problems, this.at(name), `${problem}; got ${quote(value)}`);
    return undefined;
  }

  private required(name: string): unknown {
    const value = this.optional(name);
    if (value === undefined)
      addProblem(this.problems, this.at(name), `is missing${unknownNames('field', this.values, KNOWN)}`);
    return value;
  }

  /** Returns a field, undefined if it is missing. Senders mean the same by null. */
  private optional(name: string): unknown {
    return this.values[name] ?? undefined;
  }
}

/** The names of all fields of a message. An unknown name may be a misspelling of a missing one. */
const KNOWN = [
  ...['data', 'type', 'attributes', 'request_id', 'hotel_code', 'changes', 'room_type_id', 'rate_plan_id'],
  ...['date_from', 'date_to', 'availability', 'rates', 'rate', 'currency', 'fraction_size', 'occupancy'],
  ...['stop_sell', 'closed_to_arrival', 'closed_to_departure', 'min_stay', 'min_stay_arrival'],
  ...['min_stay_through', 'max_stay', 'id'],
];

/** Adds a problem, up to the limit. */
export function addProblem(problems: ChannexProblem[], path: string, message: string): void {
  if (problems.length < MAX_PROBLEMS) problems.push({ path, message });
}
