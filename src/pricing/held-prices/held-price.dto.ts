import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { DateField, IdField, NameField, UuidListField } from '../../platform/http/fields';
import { MAX_DAYS } from '../../platform/http/requested-range';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import type { HeldReason } from '../../calendar/price-guard';
import { HELD_REASONS } from '../../calendar/price-guard';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

/** Selects held prices. */
export class ListHeldPricesDto extends PageQuery(applyDecorators(IsOptional(), IsString())) {
  /** Only prices of rooms of this property, for example Hotel Bar */
  @NameField({ required: false }) propertyName?: string;
  /** Only prices of this room */
  @IdField({ required: false }) roomId?: string;
  /** Only prices of this rate plan */
  @IdField({ required: false }) ratePlanId?: string;
}

/** Held prices to decide on. */
@ApiModel('HeldPriceRange', {
  'The held prices of plan 12': { value: { ratePlanId: '12', from: exampleDay(0), to: exampleDay(30) } },
})
export class HeldPriceRangeDto {
  /** The rate plan @example "12" */
  @IdField() ratePlanId!: string;
  /** The first date @example "{today+0}" */
  @DateField() from!: string;
  /** At most 750 days @example "{today+30}" */
  @DateField() to!: string;
  /**
   * The request ids of the held prices that a person has seen. Prices that other pushes hold stay held. Left
   * out: all held prices of the range
   */
  // A push holds at least one date, so a range cannot have more pushes than dates.
  @UuidListField({ example: [REQUEST_ID_EXAMPLE], maxItems: MAX_DAYS }) heldBy?: string[];
}

/** A pushed price that is held. */
@ApiModel('HeldPrice')
export class HeldPriceView {
  /** The rate plan @example "12" */ ratePlanId!: string;
  /** Its room @example "1" */ roomId!: string;
  /** The date @example "{today+8}" */ date!: string;
  /** The price that the cell keeps @example "100.10" */ price!: string | null;
  /** The pushed price @example "1.00" */ held!: string;
  /** The limit of the guard that the price crossed @example "belowMinimum" */
  @Property({ enum: HELD_REASONS }) reason!: HeldReason;
  /** The push, in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** When it was pushed */
  @Property({ format: 'date-time' }) heldAt!: string;
}

/** A page of held prices. */
export class HeldPricePage extends PageOf(HeldPriceView, 'Held prices, by room, rate plan and date') {}

/** The result of a decision on held prices. */
export class HeldPricesDecided {
  /** The entry in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** The number of held prices that were decided on @example 1 */ records!: number;
  /**
   * The number of held prices of the range that pushes other than `heldBy` hold: they stay held. 0 without
   * `heldBy`
   * @example 0
   */
  changedSince!: number;
}
