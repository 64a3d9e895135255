import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { RestrictionsOfDay } from '../../calendar/restrictions.dto';
import { DateField, IdField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DerivationDto, derivationExample, tenPercentBelow } from './rate-plan.dto';

const REACHED = ['minimum', 'maximum', 'zero'] as const;
export type Reached = (typeof REACHED)[number];

/** A rule to preview. */
@ApiModel('RuleToTry', {
  'What if plan 13 were 20 % below plan 12?': {
    value: {
      ratePlanId: '13',
      derivation: { ...tenPercentBelow, steps: [{ percent: '-20' }] },
      from: exampleDay(0),
      to: exampleDay(30),
    },
  },
  'What would a new plan cost, 10 % below plan 12?': {
    value: { derivation: tenPercentBelow, from: exampleDay(0), to: exampleDay(30) },
  },
})
export class PreviewDto {
  @IdField({
    required: false,
    example: '13',
    description: 'The plan that would have the rule; left out for a plan that does not exist yet',
  })
  ratePlanId?: string;

  @ApiProperty({
    description: 'The rule to try',
    type: DerivationDto,
    example: { ...derivationExample, steps: [{ percent: '-20' }] },
  })
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationDto)
  derivation!: DerivationDto;

  @DateField({ description: 'The first date', example: exampleDay(0) })
  from!: string;

  @DateField({ example: exampleDay(30), description: 'At most 750 days' })
  to!: string;
}

/** The effect of a rule on one date. */
class PreviewDay {
  @ApiProperty({ description: 'The date', example: exampleDay(0) }) date!: string;
  @ApiProperty({
    description: 'The stored price of the parent; null if it is not set',
    type: String,
    nullable: true,
    example: '100.10',
  })
  parentPrice!: string | null;
  @ApiProperty({ description: 'The price by the rule', type: String, nullable: true, example: '85.08' })
  newPrice!: string | null;
  @ApiProperty({
    description: 'The stored price of the plan; null if it is not set or no plan is given',
    type: String,
    nullable: true,
    example: '95.09',
  })
  oldPrice!: string | null;
  @ApiProperty({
    description: 'The limit of the rule that the price reached; null if it reached none',
    enum: REACHED,
    nullable: true,
    example: null,
  })
  reached!: Reached | null;
  @ApiProperty({ type: RestrictionsOfDay, description: 'The restrictions by the rule' })
  newRestrictions!: RestrictionsOfDay;
  @ApiProperty({ type: RestrictionsOfDay, description: 'The stored restrictions of the plan' })
  oldRestrictions!: RestrictionsOfDay;
}

/** The effect of a rule on the stored prices and restrictions. */
export class Preview {
  @ApiProperty({
    description: 'The plan that would have the rule; null if none was given',
    type: String,
    nullable: true,
    example: '13',
  })
  ratePlanId!: string | null;
  @ApiProperty({ description: 'The first date', example: exampleDay(0) }) from!: string;
  @ApiProperty({ description: 'The last date', example: exampleDay(30) }) to!: string;
  @ApiProperty({ example: 31, description: 'The number of dates whose price would change' }) changed!: number;
  @ApiProperty({ example: 0, description: 'The number of dates whose restrictions would change' })
  changedRestrictions!: number;
  @ApiProperty({ description: 'Dates on which the price is the minimum of the rule', example: 0 })
  reachedMinimum!: number;
  @ApiProperty({ description: 'Dates on which the price is the maximum of the rule', example: 0 })
  reachedMaximum!: number;
  @ApiProperty({ description: 'Dates on which the price would be below 0, and is 0', example: 0 })
  reachedZero!: number;
  @ApiProperty({ type: [PreviewDay], description: 'The dates on which the parent has a price record' })
  days!: PreviewDay[];
}
