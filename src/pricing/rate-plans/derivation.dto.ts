import { ApiProperty } from '@nestjs/swagger';
import { ApiModel } from '../../platform/openapi/api-docs';
import type { RoundingMode } from '../../calendar/derivation/price-derivation';
import { ROUNDING_MODES } from '../../calendar/derivation/price-derivation';

/** How a rule is answered: nothing of it is left out, and decimals are text, however they came. */

/** One step: per cent of the running value, or an amount added to it. */
@ApiModel('DerivationStep')
class DerivationStepView {
  @ApiProperty({
    description: 'Per cent of the running value that are added to it',
    required: false,
    example: '-10',
  })
  percent?: string;
  @ApiProperty({ description: 'Money that is added to the running value', required: false, example: '5.00' })
  amount?: string;
}

/** To what the price is rounded. */
@ApiModel('Rounding')
class RoundingView {
  @ApiProperty({
    description: 'Which way a price between two multiples goes',
    enum: ROUNDING_MODES,
    example: 'halfUp',
  })
  mode!: RoundingMode;
  @ApiProperty({ description: 'The price becomes a multiple of this', example: '0.01' }) increment!: string;
}

/** How the prices of a plan come from those of its parent. */
@ApiModel('Derivation')
export class DerivationView {
  @ApiProperty({ example: '12', description: 'The parent, which may belong to another room' }) from!: string;
  @ApiProperty({ type: [DerivationStepView], description: 'From left to right' })
  steps!: DerivationStepView[];
  @ApiProperty({ description: 'To what the price is rounded' }) rounding!: RoundingView;
  @ApiProperty({
    description: 'The lowest price; null: none',
    type: String,
    nullable: true,
    example: '40.00',
  })
  minimum!: string | null;
  @ApiProperty({ description: 'The highest price; null: none', type: String, nullable: true, example: null })
  maximum!: string | null;
}
