import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import {
  DateField,
  IdField,
  LimitField,
  NameField,
  NextCursor,
  UuidListField,
} from '../../platform/http/fields';
import { MAX_DAYS } from '../../platform/http/requested-range';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import type { HeldReason } from '../../calendar/price-guard';
import { HELD_REASONS } from '../../calendar/price-guard';

/** Selects held prices. */
export class ListHeldPricesDto {
  @NameField({ required: false, description: 'Only prices of rooms of this property, for example Hotel Bar' })
  propertyName?: string;

  @IdField({ required: false, example: undefined, description: 'Only prices of this room' })
  roomId?: string;

  @IdField({ required: false, example: undefined, description: 'Only prices of this rate plan' })
  ratePlanId?: string;

  @LimitField()
  limit = 50;

  @ApiProperty({ required: false, description: 'The `nextCursor` of the page before' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

/** Held prices to decide on. */
@ApiModel('HeldPriceRange', {
  'The held prices of plan 12': { value: { ratePlanId: '12', from: exampleDay(0), to: exampleDay(30) } },
})
export class HeldPriceRangeDto {
  @IdField({ description: 'The rate plan', example: '12' })
  ratePlanId!: string;

  @DateField({ description: 'The first date', example: exampleDay(0) })
  from!: string;

  @DateField({ example: exampleDay(30), description: `At most ${MAX_DAYS} days` })
  to!: string;

  // A push holds at least one date, so a range cannot have more pushes than dates.
  @UuidListField({
    description:
      'The request ids of the held prices that a person has seen. Prices that other pushes hold stay held. ' +
      'Left out: all held prices of the range',
    example: [REQUEST_ID_EXAMPLE],
    maxItems: MAX_DAYS,
  })
  heldBy?: string[];
}

/** A pushed price that is held. */
@ApiModel('HeldPrice')
export class HeldPriceView {
  @ApiProperty({ description: 'The rate plan', example: '12' }) ratePlanId!: string;
  @ApiProperty({ description: 'Its room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The date', example: exampleDay(8) }) date!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description: 'The price that the cell keeps',
  })
  price!: string | null;
  @ApiProperty({ example: '1.00', description: 'The pushed price' }) held!: string;
  @ApiProperty({
    description: 'The limit of the guard that the price crossed',
    enum: HELD_REASONS,
    example: 'belowMinimum',
  })
  reason!: HeldReason;
  @ApiProperty({ format: 'uuid', description: 'The push, in the journal' }) requestId!: string;
  @ApiProperty({ description: 'When it was pushed', format: 'date-time' }) heldAt!: string;
}

/** A page of held prices. */
export class HeldPricePage {
  @ApiProperty({ description: 'Held prices, by room, rate plan and date', type: [HeldPriceView] })
  items!: HeldPriceView[];
  @NextCursor() nextCursor!: string | null;
}

/** The result of a decision on held prices. */
export class HeldPricesDecided {
  @ApiProperty({ format: 'uuid', description: 'The entry in the journal' }) requestId!: string;
  @ApiProperty({ description: 'The number of held prices that were decided on', example: 1 })
  records!: number;
  @ApiProperty({
    description:
      'The number of held prices of the range that pushes other than `heldBy` hold: they stay held. 0 without `heldBy`',
    example: 0,
  })
  changedSince!: number;
}
