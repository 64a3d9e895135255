import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { parseCalendarMonth } from '../../platform/dates/calendar-month';
import { IdField } from '../../platform/http/fields';
import { Property } from '../../platform/http/property';

const CHECKSUM = {
  pattern: '^[0-9a-f]{64}$',
  example: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
} as const;

function MonthField(): PropertyDecorator {
  return applyDecorators(
    Property({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
    ValidateBy({
      name: 'isMonth',
      validator: {
        validate: (value) => parseCalendarMonth(value) !== undefined,
        defaultMessage: () => '$property must be a month as 2026-12',
      },
    }),
  );
}

/** Selects a room and months. */
export class ChecksumsQueryDto {
  /** The room @example "1" */
  @IdField() roomId!: string;
  /** The first month @example "2026-12" */
  @MonthField() from!: string;
  /** The last month, at most 25 months in total @example "2027-03" */
  @MonthField() to!: string;
}

/** The checksum of a rate plan's prices in a month. */
export class RatePlanChecksum {
  /** The rate plan @example "12" */ ratePlanId!: string;
  /** The checksum of its prices; null without records */
  @Property(CHECKSUM) prices!: string | null;
}

/** The checksums of a month. */
export class MonthChecksums {
  /** The month @example "2026-12" */ month!: string;
  /** The checksum of the rooms left; null without records */
  @Property(CHECKSUM) inventory!: string | null;
  /** The rate plans of the room, by id */ ratePlans!: RatePlanChecksum[];
}

/** The checksums of a room. */
export class ChecksumsView {
  /** The room @example "1" */ roomId!: string;
  /** One element for each month */ months!: MonthChecksums[];
}
