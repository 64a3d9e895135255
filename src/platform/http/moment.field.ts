import { applyDecorators } from '@nestjs/common';
import { IsISO8601, ValidateBy, ValidateIf } from 'class-validator';
import { Property } from './property';

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/;

type Options = { nullable?: boolean; required?: boolean };

/** An ISO 8601 date-time with `Z` or an offset. It is optional unless `required` is set. */
export function MomentField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    Property({ format: 'date-time', required: false, ...options }),
    IsMoment((text) => DATE_TIME.test(text), 'an ISO 8601 date-time with Z or an offset', options),
  );
}

/** Like `MomentField`, but it also accepts a date, which means the beginning of that day in UTC. */
export function MomentOrDateField(options: Options = {}): PropertyDecorator {
  return applyDecorators(
    Property({ required: false, ...options }),
    IsMoment(
      (text) => DATE_TIME.test(text) || DATE.test(text),
      'an ISO 8601 date-time with Z or an offset, or a date',
      options,
    ),
  );
}

/** ISO 8601 has formats that JavaScript does not parse, for example weeks. A value must be valid for both. */
function IsMoment(
  isWanted: (text: string) => boolean,
  says: string,
  { nullable = false, required = false }: Options = {},
): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_, value) => (required || value !== undefined) && !(nullable && value === null)),
    IsISO8601({ strict: true, strictSeparator: true }, { message: `$property must be ${says}` }),
    ValidateBy({
      name: 'isMoment',
      validator: {
        validate: (value) => typeof value === 'string' && isWanted(value) && !Number.isNaN(Date.parse(value)),
        defaultMessage: () => `$property must be ${says}`,
      },
    }),
  );
}
