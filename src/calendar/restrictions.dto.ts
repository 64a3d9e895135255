import { ApiProperty } from '@nestjs/swagger';
import type { NamedRestrictions } from './restrictions';
import { MAX_NIGHTS } from './restrictions';

const flag = (description: string) => ApiProperty({ required: false, example: true, description });
const nights = (description: string) =>
  ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: MAX_NIGHTS, example: 3, description });

/** The restrictions of a rate plan on a date, without those that are not set. */
export class RestrictionsOfDay implements NamedRestrictions {
  @flag('The plan is not sold for this night') stopSell?: boolean;
  @flag('No stay begins on this date') closedToArrival?: boolean;
  @flag('No stay ends on this date') closedToDeparture?: boolean;
  @nights('The minimum nights of a stay that begins on this date') minStayArrival?: number;
  @nights('The minimum nights of a stay that includes this night') minStayThrough?: number;
  @nights('The maximum nights of a stay that begins on this date') maxStay?: number;
}
