import { ApiProperty } from '@nestjs/swagger';
import { ApiModel } from '../../platform/openapi/api-docs';
import type { RestrictionName } from '../../calendar/restrictions';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { RoundingMode } from '../../calendar/derivation/price-derivation';
import { ROUNDING_MODES } from '../../calendar/derivation/price-derivation';

/** One step of a rule in answers: a percentage or an amount that is added to the running value. */
@ApiModel('DerivationStep')
class DerivationStepView {
  @ApiProperty({
    description: 'The percentage of the running value that the step adds',
    required: false,
    example: '-10',
  })
  percent?: string;
  @ApiProperty({ description: 'The amount that the step adds', required: false, example: '5.00' })
  amount?: string;
}

/** The rounding of derived prices. */
@ApiModel('Rounding')
class RoundingView {
  @ApiProperty({
    description: 'The direction of rounding between two multiples',
    enum: ROUNDING_MODES,
    example: 'halfUp',
  })
  mode!: RoundingMode;
  @ApiProperty({ description: 'The price becomes a multiple of this', example: '0.01' }) increment!: string;
}

/** The derivation of a plan's prices in answers: it is always complete, and its decimals are text. */
@ApiModel('Derivation')
export class DerivationView {
  @ApiProperty({ example: '12', description: 'The parent, which may belong to another room' }) from!: string;
  @ApiProperty({ type: [DerivationStepView], description: 'From left to right' })
  steps!: DerivationStepView[];
  @ApiProperty({ description: 'To what the price is rounded' }) rounding!: RoundingView;
  @ApiProperty({
    description: 'The lowest price; null for no limit',
    type: String,
    nullable: true,
    example: '40.00',
  })
  minimum!: string | null;
  @ApiProperty({
    description: 'The highest price; null for no limit',
    type: String,
    nullable: true,
    example: null,
  })
  maximum!: string | null;
  @ApiProperty({
    description: "The restrictions that follow the parent's",
    enum: RESTRICTIONS,
    isArray: true,
    example: RESTRICTIONS,
  })
  inherit!: RestrictionName[];
}
