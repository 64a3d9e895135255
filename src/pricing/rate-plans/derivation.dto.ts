import { ApiModel } from '../../platform/openapi/api-docs';
import type { RestrictionName } from '../../calendar/restrictions';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { RoundingMode } from '../../calendar/derivation/price-derivation';
import { ROUNDING_MODES } from '../../calendar/derivation/price-derivation';
import { Property } from '../../platform/http/property';

/** One step of a rule in answers: a percentage or an amount that is added to the running value. */
@ApiModel('DerivationStep')
class DerivationStepView {
  /** The percentage of the running value that the step adds @example "-10" */ percent?: string;
  /** The amount that the step adds @example "5.00" */ amount?: string;
}

/** The rounding of derived prices. */
@ApiModel('Rounding')
class RoundingView {
  /** The direction of rounding between two multiples @example "halfUp" */
  @Property({ enum: ROUNDING_MODES }) mode!: RoundingMode;
  /** The price becomes a multiple of this @example "0.01" */ increment!: string;
}

/** The derivation of a plan's prices in answers: it is always complete, and its decimals are text. */
@ApiModel('Derivation')
export class DerivationView {
  /** The parent, which may belong to another room @example "12" */ from!: string;
  /** From left to right */ steps!: DerivationStepView[];
  /** To what the price is rounded */ rounding!: RoundingView;
  /** The lowest price; null for no limit @example "40.00" */ minimum!: string | null;
  /** The highest price; null for no limit */
  @Property({ example: null }) maximum!: string | null;
  /** The restrictions that follow the parent's */
  @Property({ enum: RESTRICTIONS, isArray: true, example: RESTRICTIONS }) inherit!: RestrictionName[];
}
