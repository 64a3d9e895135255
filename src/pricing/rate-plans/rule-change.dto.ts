import { OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { DryRunField, IdListField } from '../../platform/http/fields';
import { PREVIEW_EXAMPLE, SeenPreviewField } from '../../platform/http/seen-preview';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { DerivationView } from './derivation.dto';
import { DerivationDto, derivationExample } from './rate-plan.dto';
import { Property } from '../../platform/http/property';

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
  /** The plans, each with a parent */
  @IdListField({ example: ['13', '14'], maxItems: MAX_RATE_PLANS }) ratePlanIds!: string[];
  /**
   * The parts of their derivations to change; each plan keeps its parent
   * @example {"steps": [{"percent": "-15"}]}
   */
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationChangesDto)
  derivation!: DerivationChangesDto;
  /** Only report what would change */
  @DryRunField() dryRun = false;
  @SeenPreviewField()
  preview?: string;
}

/** A price before and after a change. */
class ChangedPrice {
  /** The date @example "{today+0}" */ date!: string;
  /** The price before @example "95.09" */ from!: string;
  /** The price after @example "85.09" */ to!: string;
}

/** The effect of a changed rule on its plan. */
export class RuleEffect {
  /** The plan whose rule changes @example "13" */ ratePlanId!: string;
  /** Its room @example "1" */ roomId!: string;
  /** The rule before */
  @Property({ example: derivationExample }) before!: DerivationView;
  /** The rule after */
  @Property({ example: { ...derivationExample, steps: [{ percent: '-15' }] } }) after!: DerivationView;
  /** The number of its prices that change @example 731 */ prices!: number;
  /** The number of its dates whose restrictions change @example 0 */ restrictions!: number;
  /** The price that changes most, in per cent; null if none had a price before and after */
  largest!: ChangedPrice | null;
}

/** The result of a change of rules, or the expected one with `dryRun`. */
@ApiModel('RuleChangeResult')
export class RuleChangeView {
  /** Whether this only reports what would change */ dryRun!: boolean;
  /** Identifies the old and new rules of these plans */
  @Property({ example: PREVIEW_EXAMPLE }) preview!: string;
  /** The number of plans that get another rule @example 1 */ changed!: number;
  /** The number of plans that have this rule already @example 1 */ unchanged!: number;
  /** The prices of these plans that change @example 731 */ prices!: number;
  /** The prices of plans below them that change @example 0 */ derived!: number;
  /** The dates of plans below them whose restrictions change, counted for each plan @example 0 */
  derivedRestrictions!: number;
  /** The journal entries, one for each room. An undo of any of them takes all back */
  @Property({ example: [REQUEST_ID_EXAMPLE] }) requestIds!: string[];
  /** The plans that get another rule, by id */ ratePlans!: RuleEffect[];
}
