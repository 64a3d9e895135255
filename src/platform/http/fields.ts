import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsString,
  IsUUID,
  isUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { parseCalendarDate } from '../dates/calendar-date';
import { decimalText } from './exact-json';
import { parseId } from '../database/id';
import { normalName } from '../text/name';
import { quote } from './quote';
import { Property } from './property';

/**
 * Decorators for the fields of administration bodies and queries: each one validates one kind of field, and documents what is valid. The comment of a field
 * is its description.
 */

const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
/** The names of a hotel, a room and a rate plan, with the dots between them. */
const MAX_SEARCH_LENGTH = 3 * 200 + 6;

type Options = ApiPropertyOptions & { required?: boolean; nullable?: boolean };
type Schema = { type: 'string' | 'integer' } | { oneOf: { type: string; pattern?: string }[] };

/**
 * A 64-bit id: a string of digits, or a number up to 2^53-1. Leading zeros are removed, so that equal ids are equal
 * texts.
 */
export function IdField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, options),
    Transform(({ value }: { value: unknown }) => canonicalId(value)),
    ValidateBy({
      name: 'isId',
      validator: {
        validate: (value) => parseId(value) !== undefined,
        defaultMessage: () => '$property must be a string of digits, from 1 to 9223372036854775807',
      },
    }),
  );
}

/** A list of distinct ids. */
export function IdListField(options: { example: string[]; maxItems: number }): PropertyDecorator {
  return applyDecorators(
    Property({ type: [String], minItems: 1, uniqueItems: true, ...options }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(canonicalId) : value)),
    ListField({
      accept: (element) => parseId(element) !== undefined,
      says: `at most ${options.maxItems} ids from 1 to 9223372036854775807`,
      example: options.example,
      maximum: options.maxItems,
    }),
  );
}

/** An invalid id stays unchanged for the validation that follows. */
function canonicalId(value: unknown): unknown {
  return parseId(Number.isSafeInteger(value) ? String(value) : value) ?? value;
}

/**
 * A line of text: 1 … 200 characters unless the options say otherwise, no control characters, and no unpaired surrogates,
 * which jsonb refuses.
 */
export function TextField({ maxLength = 200, ...options }: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, { minLength: 1, maxLength, ...options }),
    IsString(),
    Length(1, maxLength),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, {
      message: '$property must not have control characters or unpaired surrogates',
    }),
  );
}

/** A line of text that contains a visible character. */
export function VisibleTextField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    TextField(options),
    Matches(/[^\s\p{Z}\p{C}]/u, { message: '$property must not be blank' }),
  );
}

/** A name, or a filter by a name. It is normalized before it is validated. */
export function NameField(options: Options = {}): PropertyDecorator {
  return applyDecorators(Normalized(), VisibleTextField(options));
}

/** A search for names. It may be as long as the names of a hotel, a room and a rate plan together. */
export function SearchField(): PropertyDecorator {
  return applyDecorators(Normalized(), TextField({ required: false, maxLength: MAX_SEARCH_LENGTH }));
}

/** A list of distinct names. They are normalized before they are compared. */
export function NameListField({
  example,
  maximum,
}: Pick<Elements, 'example' | 'maximum'>): PropertyDecorator {
  return applyDecorators(
    Normalized(),
    ListField({
      accept: (element) => typeof element === 'string' && NAME.test(normalName(element)),
      says: `at most ${maximum} names of 1 to 200 characters, without control characters or unpaired surrogates`,
      example,
      maximum,
    }),
  );
}

/** Normalizes a name, or each name of a list. Blank texts and other values stay unchanged for the validation that follows. */
export function Normalized(): PropertyDecorator {
  const normalized = (value: unknown) => (typeof value === 'string' ? normalName(value) || value : value);
  return Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map(normalized) : normalized(value),
  );
}

/** The id of a record whose ids the service generates. */
export function UuidField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, { format: 'uuid', ...options }),
    IsUUID(undefined, { message: '$property must be a UUID' }),
  );
}

/** A list of ids that the service generates. An id may occur several times. The list may be left out. */
export function UuidListField(options: { example: string[]; maxItems: number }): PropertyDecorator {
  return applyDecorators(
    Property({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      minItems: 1,
      required: false,
      ...options,
    }),
    ValidateIf((_, value) => value !== undefined),
    ListField({
      accept: (element) => isUUID(element),
      says: `1 to ${options.maxItems} UUIDs`,
      example: options.example,
      maximum: options.maxItems,
      mayRepeat: true,
    }),
  );
}

/** The elements that a list accepts. */
interface Elements {
  accept: (element: unknown) => boolean;
  /** A description of such a list, for people. */
  says: string;
  example: string[];
  maximum: number;
  mayRepeat?: boolean;
}

/**
 * A list of texts, distinct unless they may repeat. A single message describes the required shape for every kind of
 * mistake.
 */
export function ListField({
  accept,
  says,
  example,
  maximum,
  mayRepeat = false,
}: Elements): PropertyDecorator {
  const shape = `a list of ${says}${mayRepeat ? '' : ', each once'}, as ${JSON.stringify(example)}`;
  return ValidateBy({
    name: 'isListOfTexts',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= maximum &&
        (mayRepeat || new Set(value).size === value.length) &&
        value.every(accept),
      defaultMessage: (given) => `$property must be ${shape}; got ${shown(given?.value)}`,
    },
  });
}

/** Shows a text in quotes, and any other value by its kind, because it may be large. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === undefined) return 'nothing';
  if (!Array.isArray(value)) return value === null ? 'null' : 'no list';
  return value.length === 0 ? 'an empty list' : 'another list';
}

/** Documents where the next page of a list begins. */
export function NextCursor(): PropertyDecorator {
  return Property({
    description: 'The cursor of the next page; null on the last page',
    type: String,
    nullable: true,
    example: null,
  });
}

/** A number of rooms or guests. */
export function CountField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'integer' }, { minimum: 0, maximum: 2_147_483_647, ...options }),
    IsInt(),
    Min(0),
    Max(2_147_483_647),
  );
}

/** An exact decimal, as a JSON string or number. It is read as text. */
export function DecimalField(pattern: RegExp, says: string, options: Options = {}): PropertyDecorator {
  const oneOf = [{ type: 'string', pattern: pattern.source }, { type: 'number' }];
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => decimalText(value) ?? value),
    describe({ oneOf }, options),
    IsText(pattern, says),
  );
}

/** A text that matches a pattern. */
export function PatternField(pattern: RegExp, says: string, options: Options = {}): PropertyDecorator {
  return applyDecorators(describe({ type: 'string' }, options), IsText(pattern, says));
}

/** A day as YYYY-MM-DD. */
export function DateField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, { format: 'date', ...options }),
    ValidateBy({
      name: 'isCalendarDate',
      validator: {
        validate: (value) =>
          typeof value === 'string' && value.length === 10 && parseCalendarDate(value) !== undefined,
        defaultMessage: () => '$property must be a date as 2026-12-31',
      },
    }),
  );
}

/** The maximum number of items on a page of a list. */
export function LimitField(maximum = 200): PropertyDecorator {
  return applyDecorators(
    describe(
      { type: 'integer' },
      { minimum: 1, maximum, required: false, description: 'How many items a page has at most' },
    ),
    Type(() => Number),
    IsInt(),
    Min(1),
    Max(maximum),
  );
}

/** A flag with which a call only reports its effect, and changes nothing. A missing flag is false. */
export function DryRunField(): PropertyDecorator {
  return applyDecorators(
    Property({ type: Boolean, required: false }),
    ValidateIf((_, value) => value !== undefined),
    IsBoolean(),
  );
}

function IsText(pattern: RegExp, says: string): PropertyDecorator {
  return applyDecorators(IsString(), Matches(pattern, { message: `$property must be ${says}` }));
}

/** Documents a field. It also skips validation for a missing optional value, and for null if the field is nullable. */
function describe(schema: Schema, { nullable = false, ...options }: Options): PropertyDecorator {
  return applyDecorators(
    Property({ ...options, ...schema, nullable }),
    ValidateIf(
      (_, value) => !(options.required === false && value === undefined) && !(nullable && value === null),
    ),
  );
}
