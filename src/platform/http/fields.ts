import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsInt, IsString, IsUUID, Length, Matches, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { parseCalendarDate } from '../dates/calendar-date';
import { decimalText } from './exact-json';
import { parseId } from '../database/id';
import { quote } from './quote';

/** The kinds of fields that bodies and queries of the administration are made of: how each is checked and described. */

type Options = ApiPropertyOptions & { required?: boolean; nullable?: boolean };
type Schema = { type: 'string' | 'integer' } | { oneOf: { type: string; pattern?: string }[] };

/** A 64-bit id: a string of digits, or a number up to 2^53-1. Read without leading zeros, so that equal ids are equal texts. */
export function IdField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, { example: '12', ...options }),
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

/** What is no id stays as it is, for the check that follows. */
function canonicalId(value: unknown): unknown {
  return parseId(Number.isSafeInteger(value) ? String(value) : value) ?? value;
}

/** A line of text: 1 … 200 characters, no control characters, and no unpaired surrogates, which jsonb refuses. */
export function TextField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, { minLength: 1, maxLength: 200, ...options }),
    IsString(),
    Length(1, 200),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, {
      message: '$property must not have control characters or unpaired surrogates',
    }),
  );
}

/** A line of text that names something: it has a character that can be seen. */
export function NameField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    TextField(options),
    Matches(/[^\s\p{Z}\p{C}]/u, { message: '$property must not be blank' }),
  );
}

/** The id of a record that the service makes ids for. */
export function UuidField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    describe({ type: 'string' }, { format: 'uuid', ...options }),
    IsUUID(undefined, { message: '$property must be a UUID' }),
  );
}

/** Which elements a list takes. */
interface Elements {
  accept: (element: unknown) => boolean;
  /** What a list of them is, for people. */
  says: string;
  example: string[];
  maximum: number;
}

/** A list of different texts. One message says what it looks like, whatever is wrong with it. */
export function ListField({ accept, says, example, maximum }: Elements): PropertyDecorator {
  const shape = `a list of ${says}, each once, as ${JSON.stringify(example)}`;
  return ValidateBy({
    name: 'isListOfTexts',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= maximum &&
        new Set(value).size === value.length &&
        value.every(accept),
      defaultMessage: (given) => `$property must be ${shape}; got ${shown(given?.value)}`,
    },
  });
}

/** A text is shown in quotes, and everything else by its kind: it may be large. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === undefined) return 'nothing';
  if (!Array.isArray(value)) return value === null ? 'null' : 'no list';
  return value.length === 0 ? 'an empty list' : 'another list';
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

/** An exact decimal, in a JSON string or as a number. It is read as text. */
export function DecimalField(pattern: RegExp, says: string, options: Options = {}): PropertyDecorator {
  const oneOf = [{ type: 'string', pattern: pattern.source }, { type: 'number' }];
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => decimalText(value) ?? value),
    describe({ oneOf }, options),
    IsText(pattern, says),
  );
}

/** A text of a pattern. */
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

/** How many items a page of a list has. */
export function LimitField(maximum = 200): PropertyDecorator {
  return applyDecorators(
    describe(
      { type: 'integer' },
      { minimum: 1, maximum, default: 50, required: false, description: 'How many items a page has at most' },
    ),
    Type(() => Number),
    IsInt(),
    Min(1),
    Max(maximum),
  );
}

function IsText(pattern: RegExp, says: string): PropertyDecorator {
  return applyDecorators(IsString(), Matches(pattern, { message: `$property must be ${says}` }));
}

/** What is not required, or null where it may be, is not checked further. */
function describe(schema: Schema, { nullable = false, ...options }: Options): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ ...options, ...schema, nullable }),
    ValidateIf(
      (_, value) => !(options.required === false && value === undefined) && !(nullable && value === null),
    ),
  );
}
