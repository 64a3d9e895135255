import { OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { DryRunField, IdListField } from '../../platform/http/fields';
import { PREVIEW_EXAMPLE, SeenPreviewField } from '../../platform/http/seen-preview';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { guardExample, PriceGuardDto, PriceGuardView } from '../held-prices/price-guard.dto';
import { DerivationView } from './derivation.dto';
import { DerivationDto, derivationExample } from './rate-plan.dto';
import { Property } from '../../platform/http/property';

const MAX_RATE_PLANS = 500;

/** The parts of a derivation to change. Each plan keeps the parts that are left out. */
@ApiModel('DerivationChanges')
export class DerivationChangesDto extends PartialType(OmitType(DerivationDto, ['from']), {
  skipNullProperties: false,
}) {}

/** The same change of several rate plans. */
@ApiModel('RatePlansChange', {
  'What would 15 % below their parents change?': {
    value: { ratePlanIds: ['13', '14'], derivation: { steps: [{ percent: '-15' }] }, dryRun: true },
  },
  'No limits any more': {
    value: { ratePlanIds: ['13', '14'], derivation: { minimum: null, maximum: null }, dryRun: false },
  },
  'The same guard for all': {
    value: { ratePlanIds: ['12', '13', '14'], guard: guardExample, dryRun: false },
  },
})
export class PlansChangeDto {
  /** The plans; a derivation is only for plans with a parent */
  @IdListField({ example: ['12', '13'], maxItems: MAX_RATE_PLANS }) ratePlanIds!: string[];
  /**
   * The parts of their derivations to change; each plan keeps its parent
   * @example {"steps": [{"percent": "-15"}]}
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationChangesDto)
  derivation?: DerivationChangesDto;
  /** Their guard; null: they follow the settings PRICE_GUARD_* */
  @Property({ example: guardExample })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => PriceGuardDto)
  guard?: PriceGuardDto | null;
  /** Only report what would change */
  @DryRunField() dryRun = false;
  @SeenPreviewField()
  preview?: string;
}

/** The fields of a plan that a change of several plans may set. */
@ApiModel('RatePlanSettings')
export class PlanSettings {
  /** null if its prices are pushed */
  @Property({ example: derivationExample }) derivation!: DerivationView | null;
  /** null for the settings PRICE_GUARD_* */
  @Property({ example: null }) guard!: PriceGuardView | null;
}

/** A price before and after a change. */
class ChangedPrice {
  /** The date @example "{today+0}" */ date!: string;
  /** The price before @example "95.09" */ from!: string;
  /** The price after @example "85.09" */ to!: string;
}

/** The effect of a change on one of its plans. */
export class PlanEffect {
  /** The plan @example "13" */ ratePlanId!: string;
  /** Its room @example "1" */ roomId!: string;
  /** Its derivation and guard before */ before!: PlanSettings;
  /** Both after the change */
  @Property({ example: { derivation: { ...derivationExample, steps: [{ percent: '-15' }] }, guard: null } })
  after!: PlanSettings;
  /** The number of its prices that change @example 731 */ prices!: number;
  /** The number of its dates whose restrictions change @example 0 */ restrictions!: number;
  /** The price that changes most, in per cent; null if none had a price before and after */
  largest!: ChangedPrice | null;
}

/** The effect of a change on the rooms of a property. */
export class PropertyEffect {
  /** null for rooms without a property @example "Hotel Bar" */ propertyName!: string | null;
  /** The number of its plans that change @example 1 */ ratePlans!: number;
  /** The number of its prices that change, with those of plans below @example 731 */ prices!: number;
}

/** The result of a change of several plans, or the expected one with `dryRun`. */
@ApiModel('RatePlansChangeResult')
export class PlansChangeView {
  /** Whether this only reports what would change */ dryRun!: boolean;
  /** Identifies the old and new settings of these plans */
  @Property({ example: PREVIEW_EXAMPLE }) preview!: string;
  /** The number of plans that change @example 1 */ changed!: number;
  /** The number of plans that have these settings already @example 1 */ unchanged!: number;
  /** The prices of these plans that change @example 731 */ prices!: number;
  /** The prices of plans below them that change @example 0 */ derived!: number;
  /** The dates of plans below them whose restrictions change, counted for each plan @example 0 */
  derivedRestrictions!: number;
  /** The journal entries, one for each room. An undo of any of them takes all back */
  @Property({ example: [REQUEST_ID_EXAMPLE] }) requestIds!: string[];
  /** The properties with changed plans or prices, by name */ byProperty!: PropertyEffect[];
  /** The plans that change, by id */ ratePlans!: PlanEffect[];
}
