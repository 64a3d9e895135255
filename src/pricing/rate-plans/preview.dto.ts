import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { DateField, IdField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DerivationDto, derivationExample, tenPercentBelow } from './rate-plan.dto';

const REACHED = ['minimum', 'maximum', 'zero'] as const;
export type Reached = (typeof REACHED)[number];

/** A rule to try out. */
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
    description: 'The plan whose prices the rule would make; left out for one that does not exist yet',
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

/** What a rule would make of one date. */
class PreviewDay {
  @ApiProperty({ description: 'The date', example: exampleDay(0) }) date!: string;
  @ApiProperty({
    description: 'The stored price of the parent; null: not set',
    type: String,
    nullable: true,
    example: '100.10',
  })
  parentPrice!: string | null;
  @ApiProperty({ description: 'What the rule makes of it', type: String, nullable: true, example: '85.08' })
  newPrice!: string | null;
  @ApiProperty({
    description: 'The stored price of the plan; null: not set, or no plan',
    type: String,
    nullable: true,
    example: '95.09',
  })
  oldPrice!: string | null;
  @ApiProperty({
    description: 'The limit of the rule that the price has reached; null: none',
    enum: REACHED,
    nullable: true,
    example: null,
  })
  reached!: Reached | null;
}

/** What a rule would make of the stored prices. */
export class Preview {
  @ApiProperty({
    description: 'The plan whose prices the rule would make; null where none was given',
    type: String,
    nullable: true,
    example: '13',
  })
  ratePlanId!: string | null;
  @ApiProperty({ description: 'The first date', example: exampleDay(0) }) from!: string;
  @ApiProperty({ description: 'The last date', example: exampleDay(30) }) to!: string;
  @ApiProperty({ example: 31, description: 'Dates whose price would be another one' }) changed!: number;
  @ApiProperty({ description: 'Dates on which the price is the minimum of the rule', example: 0 })
  reachedMinimum!: number;
  @ApiProperty({ description: 'Dates on which the price is the maximum of the rule', example: 0 })
  reachedMaximum!: number;
  @ApiProperty({ description: 'Dates on which the price would be below 0, and is 0', example: 0 })
  reachedZero!: number;
  @ApiProperty({ type: [PreviewDay], description: 'The dates on which the parent has a price record' })
  days!: PreviewDay[];
}
