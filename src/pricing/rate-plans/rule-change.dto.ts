import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { DryRunField, IdListField } from '../../platform/http/fields';
import { PREVIEW_EXAMPLE, SeenPreviewField } from '../../platform/http/seen-preview';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DerivationView } from './derivation.dto';
import { DerivationDto, derivationExample } from './rate-plan.dto';

const MAX_RATE_PLANS = 200;

/** The parts of a derivation to change. Each plan keeps the parts that are left out. */
@ApiModel('DerivationChanges')
export class DerivationChangesDto extends PartialType(OmitType(DerivationDto, ['from']), {
  skipNullProperties: false,
}) {}

/** The same change of the rules of several rate plans. */
@ApiModel('RuleChange', {
  'What would 15 % below their parents change?': {
    value: { ratePlanIds: ['13', '14'], derivation: { steps: [{ percent: '-15' }] }, dryRun: true },
  },
  'No limits any more': {
    value: { ratePlanIds: ['13', '14'], derivation: { minimum: null, maximum: null }, dryRun: false },
  },
})
export class RuleChangeDto {
  @IdListField({
    description: 'The plans, each with a parent',
    example: ['13', '14'],
    maxItems: MAX_RATE_PLANS,
  })
  ratePlanIds!: string[];

  @ApiProperty({
    description: 'The parts of their derivations to change; each plan keeps its parent',
    type: DerivationChangesDto,
    example: { steps: [{ percent: '-15' }] },
  })
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationChangesDto)
  derivation!: DerivationChangesDto;

  @DryRunField('Only report what would change')
  dryRun = false;

  @SeenPreviewField()
  preview?: string;
}

/** A price before and after a change. */
class ChangedPrice {
  @ApiProperty({ description: 'The date', example: exampleDay(0) }) date!: string;
  @ApiProperty({ description: 'The price before', example: '95.09' }) from!: string;
  @ApiProperty({ description: 'The price after', example: '85.09' }) to!: string;
}

/** The effect of a changed rule on its plan. */
export class RuleEffect {
  @ApiProperty({ description: 'The plan whose rule changes', example: '13' }) ratePlanId!: string;
  @ApiProperty({ description: 'Its room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The rule before', type: DerivationView, example: derivationExample })
  before!: DerivationView;
  @ApiProperty({
    description: 'The rule after',
    type: DerivationView,
    example: { ...derivationExample, steps: [{ percent: '-15' }] },
  })
  after!: DerivationView;
  @ApiProperty({ description: 'The number of its prices that change', example: 731 }) prices!: number;
  @ApiProperty({ description: 'The number of its dates whose restrictions change', example: 0 })
  restrictions!: number;
  @ApiProperty({
    description: 'The price that changes most, in per cent; null if none had a price before and after',
    type: ChangedPrice,
    nullable: true,
  })
  largest!: ChangedPrice | null;
}

/** The result of a change of rules, or the expected one with `dryRun`. */
@ApiModel('RuleChangeResult')
export class RuleChangeView {
  @ApiProperty({ description: 'Whether this only reports what would change' }) dryRun!: boolean;
  @ApiProperty({ description: 'Identifies the old and new rules of these plans', example: PREVIEW_EXAMPLE })
  preview!: string;
  @ApiProperty({ description: 'The number of plans that get another rule', example: 1 }) changed!: number;
  @ApiProperty({ description: 'The number of plans that have this rule already', example: 1 })
  unchanged!: number;
  @ApiProperty({ description: 'The prices of these plans that change', example: 731 }) prices!: number;
  @ApiProperty({ description: 'The prices of plans below them that change', example: 0 }) derived!: number;
  @ApiProperty({
    description: 'The journal entries, one for each room. An undo of any of them takes all back',
    type: [String],
    example: [REQUEST_ID_EXAMPLE],
  })
  requestIds!: string[];
  @ApiProperty({ description: 'The plans that get another rule, by id', type: [RuleEffect] })
  ratePlans!: RuleEffect[];
}
