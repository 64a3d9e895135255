import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsISO8601, Matches, ValidateIf } from 'class-validator';

/** A moment that may be left out: an ISO 8601 date-time with `Z` or an offset. */
export function MomentField(
  description: string,
  options: { example?: string; nullable?: boolean } = {},
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'date-time', required: false, description, ...options }),
    ValidateIf((_, value) => value !== undefined && !(options.nullable && value === null)),
    IsISO8601(
      { strict: true, strictSeparator: true },
      { message: '$property must be an ISO 8601 date-time' },
    ),
    Matches(/T.*(Z|[+-]\d\d(:?\d\d)?)$/, { message: '$property must be a date-time with Z or an offset' }),
  );
}
