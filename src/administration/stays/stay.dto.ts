import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { DateField, IdField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import { ApiModel } from '../../platform/openapi/api-docs';
import type { ReasonCode } from './stay-reasons';
import { REASON_CODES } from './stay-reasons';
import { Property } from '../../platform/http/property';

const MAX_GUESTS = 1_000;

/** A number of guests in a query. */
function GuestsField(): PropertyDecorator {
  return applyDecorators(
    Property({ type: 'integer', minimum: 0, maximum: MAX_GUESTS, required: false }),
    Type(() => Number),
    IsInt(),
    Min(0),
    Max(MAX_GUESTS),
  );
}

/** A stay to ask about. */
export class StayQueryDto {
  /** The rate plan @example "12" */
  @IdField() ratePlanId!: string;
  /** The first night @example "{today+20}" */
  @DateField() arrival!: string;
  /** The day after the last night; 1 to 90 nights @example "{today+23}" */
  @DateField() departure!: string;
  /** How many adults @example 2 */
  @GuestsField() adults = 1;
  /** How many children @example 1 */
  @GuestsField() children = 0;
  /** Answers as things stood at this moment. Booked rooms are not known then, so `roomsLeft` includes them */
  @MomentField() at?: string;
}

class StayNight {
  /** The date @example "{today+20}" */ date!: string;
  /** Its price; null: not set @example "100.10" */ price!: string | null;
  /** The rooms of the date without the booked ones; null: no availability @example 2 */
  @Property({ type: 'integer' }) roomsLeft!: number | null;
}

class StaySince {
  /** The call, in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** When it took effect, in microseconds */
  @Property({ format: 'date-time' }) at!: string;
  /** The name of the token @example "allbookers" */ token!: string | null;
}

class StayReasonView {
  /**
   * `outsideWindow`: a date that no push can reach. `noRecord`: no availability or no price record.
   * `noRoomsLeft`: none left of the date. `roomClosed`: closed by the channel manager. `closedByPlatform`: a
   * closure; each one counts. `stopSell`, `priceNotSet`: of a night. `closedToArrival`, `closedToDeparture`,
   * `minStayArrival`, `maxStay`: of the first or the last day. `minStayThrough`: the strictest night.
   * `tooMany…`: more guests than the room takes
   * @example "priceNotSet"
   */
  @Property({ enum: REASON_CODES }) code!: ReasonCode;
  /** The date; null for the numbers of guests @example "{today+20}" */ date!: string | null;
  /** The nights, guests or rooms of the stay that break the limit */
  @Property({ type: 'integer', example: null }) value!: number | null;
  /** The limit; null: none */
  @Property({ type: 'integer', example: null }) limit!: number | null;
  /** The call that set the value; null where that is not known */ since!: StaySince | null;
}

/** Whether a stay can be booked, with the reasons against it. */
@ApiModel('Stay')
export class StayView {
  /** Whether it can be booked: there is no reason against it @example false */ bookable!: boolean;
  /** The sum of its nights; null unless all have a price */
  @Property({ example: null }) price!: string | null;
  /** The ISO 4217 code of the prices @example "EUR" */ currency!: string;
  /** The room of the rate plan @example "1" */ roomId!: string;
  /** The requested moment; null: now */
  @Property({ format: 'date-time', example: null }) at!: string | null;
  /** Its nights, in their order */ nights!: StayNight[];
  /** All reasons against it, but at most 5,000 */ reasons!: StayReasonView[];
}
