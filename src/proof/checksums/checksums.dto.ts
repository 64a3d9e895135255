import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { parseCalendarMonth } from '../../platform/dates/calendar-month';
import { IdField } from '../../platform/http/fields';

const CHECKSUM = {
  type: String,
  nullable: true,
  pattern: '^[0-9a-f]{64}$',
  example: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
} as const;

function MonthField(example: string, description: string): PropertyDecorator {
  const decorate = [
    ApiProperty({ type: String, pattern: '^\\d{4}-(0[1-9]|1[0-2])$', example, description }),
    ValidateBy({
      name: 'isMonth',
      validator: {
        validate: (value) => parseCalendarMonth(value) !== undefined,
        defaultMessage: () => '$property must be a month as 2026-12',
      },
    }),
  ];
  return (target, key) => decorate.forEach((each) => each(target, key));
}

/** Selects a room and months. */
export class ChecksumsQueryDto {
  @IdField({ example: '1', description: 'The room' })
  roomId!: string;

  @MonthField('2026-12', 'The first month')
  from!: string;

  @MonthField('2027-03', 'The last month, at most 25 months in total')
  to!: string;
}

/** The checksum of a rate plan's prices in a month. */
export class RatePlanChecksum {
  @ApiProperty({ description: 'The rate plan', example: '12' }) ratePlanId!: string;
  @ApiProperty({ ...CHECKSUM, description: 'The checksum of its prices; null without records' })
  prices!: string | null;
}

/** The checksums of a month. */
export class MonthChecksums {
  @ApiProperty({ description: 'The month', example: '2026-12' }) month!: string;
  @ApiProperty({ ...CHECKSUM, description: 'The checksum of the rooms left; null without records' })
  inventory!: string | null;
  @ApiProperty({ description: 'The rate plans of the room, by id', type: [RatePlanChecksum] })
  ratePlans!: RatePlanChecksum[];
}

/** The checksums of a room. */
export class ChecksumsView {
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'One element for each month', type: [MonthChecksums] })
  months!: MonthChecksums[];
}
