import { ApiProperty } from '@nestjs/swagger';
import { DateField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';

/** The dates on which a derived plan returns to its rule. */
@ApiModel('RecalculationRange', {
  'A month from today': { value: { from: exampleDay(0), to: exampleDay(30) } },
})
export class RecalculationRangeDto {
  @DateField({ description: 'The first date: yesterday at the earliest', example: exampleDay(0) })
  from!: string;

  @DateField({ description: 'The last date: two years from today at the latest', example: exampleDay(30) })
  to!: string;
}

/** The result of a recalculation. */
export class Recalculated {
  @ApiProperty({ format: 'uuid', description: 'The entry in the journal' }) requestId!: string;
  @ApiProperty({ description: 'The number of dates on which the rule gives a price', example: 31 })
  records!: number;
}
