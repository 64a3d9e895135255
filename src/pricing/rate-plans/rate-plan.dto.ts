import { OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { ApiModel } from '../../platform/openapi/api-docs';
import {
  DecimalField,
  IdField,
  NameField,
  PatternField,
  SearchField,
  TextField,
} from '../../platform/http/fields';
import type { RestrictionName } from '../../calendar/restrictions';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { RoundingMode } from '../../calendar/derivation/price-derivation';
import { ROUNDING_MODES } from '../../calendar/derivation/price-derivation';
import { DerivationView } from './derivation.dto';
import { guardExample, PriceGuardDto, PriceGuardView } from '../held-prices/price-guard.dto';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

const optional = { required: false } as const;
const clearable = { required: false, nullable: true } as const;

/** A sign, and up to four digits before and after the point, which is enough for any percentage. */
const PERCENT = /^-?\d{1,4}(\.\d{1,4})?$/;
const SIGNED_AMOUNT = /^-?\d{1,10}(\.\d{1,4})?$/;
const AMOUNT = /^\d{1,10}(\.\d{1,4})?$/;
const INCREMENT = /^(?=.*[1-9])\d{1,10}(\.\d{1,4})?$/;

/** One step of a derivation: either a percentage or an amount that is added to the running value. */
@ApiModel('NewDerivationStep')
export class DerivationStepDto {
  /** The percentage of the running value that the step adds @example "-10" */
  @DecimalField(
    PERCENT,
    'a decimal as -10 or 12.5, with at most 4 digits before and after the point',
    optional,
  )
  percent?: string;
  /** The amount that the step adds @example "5.00" */
  @DecimalField(
    SIGNED_AMOUNT,
    'a decimal as 5.00 or -2.50, with at most 10 digits before and 4 after the point',
    optional,
  )
  amount?: string;
}

/** The rounding of a derived price. */
@ApiModel('NewRounding')
export class RoundingDto {
  /** The direction of rounding between two multiples @example "halfUp" */
  @IsIn(ROUNDING_MODES) mode!: RoundingMode;
  /**
   * The price becomes a multiple of this; if left out, of the smallest unit of its currency
   * @example "0.01"
   */
  @DecimalField(
    INCREMENT,
    'a decimal above 0 as 0.01 or 0.50, with at most 4 digits after the point',
    optional,
  )
  increment?: string;
}

/** The derivation of a plan's prices from the prices of its parent. */
@ApiModel('NewDerivation')
export class DerivationDto {
  /** The parent, which may belong to another room @example "12" */
  @IdField() from!: string;
  /** From left to right */
  @Property({ maxItems: 10 })
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => DerivationStepDto)
  steps!: DerivationStepDto[];
  /**
   * If left out, half up to the smallest unit of the currency by ISO 4217 (EUR 0.01, JPY 1, KWD 0.001; 0.01
   * for an unknown code)
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => RoundingDto)
  rounding?: RoundingDto;
  /** The lowest price; null for no limit @example "40.00" */
  @DecimalField(
    AMOUNT,
    'a decimal of at least 0, with at most 10 digits before and 4 after the point',
    clearable,
  )
  minimum?: string | null;
  /** The highest price; null for no limit */
  @DecimalField(AMOUNT, 'a decimal of at least 0, with at most 10 digits before and 4 after the point', {
    ...clearable,
    example: null,
  })
  maximum?: string | null;
  /**
   * The restrictions that follow the parent's: all of them if left out
   * @example ["stopSell", "minStayArrival"]
   */
  @Property({ uniqueItems: true })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray()
  @ArrayUnique()
  @IsIn(RESTRICTIONS, { each: true })
  inherit?: RestrictionName[];
}

export const derivationExample = {
  from: '12',
  steps: [{ percent: '-10' }, { amount: '5.00' }],
  rounding: { mode: 'halfUp', increment: '0.01' },
  minimum: '40.00',
  maximum: null,
  inherit: [...RESTRICTIONS],
};

export const tenPercentBelow = {
  from: '12',
  steps: [{ percent: '-10' }],
  rounding: { mode: 'halfUp', increment: '0.50' },
};

/** A new rate plan. */
@ApiModel('NewRatePlan', {
  'A base plan, whose prices are pushed': { value: { name: 'Flexible', currency: 'EUR' } },
  '10 % below another plan, to the half Euro': {
    value: { name: 'Not refundable', derivation: tenPercentBelow },
  },
  '5.00 above another plan, within limits': {
    value: {
      name: 'Breakfast',
      derivation: { from: '12', steps: [{ amount: '5.00' }], minimum: '40.00', maximum: '400.00' },
    },
  },
  'With the id that it has on the platform': { value: { id: '1201', name: 'Weekend', currency: 'EUR' } },
  'With a guard: prices outside of it are held': {
    value: { name: 'Guarded', currency: 'EUR', guard: guardExample },
  },
})
export class CreateRatePlanDto {
  /**
   * The id that the platform and its channel managers already use; left out, the service assigns one
   * @example "1201"
   */
  @IdField(optional) id?: string;
  /** The name of the rate plan @example "Breakfast" */
  @NameField() name!: string;
  /**
   * The ISO 4217 code of its prices; if left out, that of its parent, or EUR. It cannot change once the plan
   * has prices, or plans that derive from it. The service does not check that ISO 4217 has the code
   * @example "EUR"
   */
  @PatternField(/^[A-Z]{3}$/, 'an ISO 4217 code as EUR', optional) currency?: string;
  /** null removes the derivation and leaves the prices unchanged */
  @Property({ example: derivationExample })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationDto)
  derivation?: DerivationDto | null;
  /**
   * Pushed prices outside of the guard are held until people decide. null: the plan follows the settings
   * PRICE_GUARD_*; a guard without limits takes every price
   */
  @Property({ example: guardExample })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => PriceGuardDto)
  guard?: PriceGuardDto | null;
}

/** Changes of a rate plan; a field that is left out stays unchanged. */
@ApiModel('RatePlanChanges', {
  'Another rule': { value: { derivation: { ...derivationExample, steps: [{ percent: -12.5 }] } } },
  'Another name': { value: { name: 'Flexible with breakfast' } },
  'No derivation any more: the prices stay': { value: { derivation: null } },
  'A guard: pushed prices outside of it are held': { value: { guard: guardExample } },
  'No guard any more: what is held stays held': { value: { guard: null } },
})
export class ChangeRatePlanDto extends PartialType(OmitType(CreateRatePlanDto, ['id']), {
  skipNullProperties: false,
}) {}

/** Selects rate plans. */
export class ListRatePlansDto extends PageQuery(TextField(optional)) {
  /** Only plans of this room */
  @IdField(optional) roomId?: string;
  /** Only plans of the rooms of this property, for example Hotel Bar */
  @NameField(optional) propertyName?: string;
  /** `true`: only derived plans */
  @Property(optional)
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  derived?: 'true' | 'false';
  /** Only plans that derive from this plan, directly or through other plans */
  @IdField(optional) derivedFrom?: string;
  /**
   * Words that must each be in the name of the plan, of its room or of its property, in upper or lower case.
   * The best matches come first
   */
  @SearchField() search?: string;
}

/** A rate plan. */
@ApiModel('RatePlan')
export class RatePlanView {
  /** The id of the rate plan @example "13" */ id!: string;
  /** The room that it belongs to @example "1" */ roomId!: string;
  /** The name of the rate plan @example "Breakfast" */ name!: string;
  /** The ISO 4217 code of its prices @example "EUR" */ currency!: string;
  /** The derivation of its prices from its parent; null if they are pushed */
  @Property({ example: derivationExample }) derivation!: DerivationView | null;
  /** The limits outside of which pushed prices are held; null for those of the settings PRICE_GUARD_* */
  @Property({ example: guardExample }) guard!: PriceGuardView | null;
}

/** A page of rate plans. */
export class RatePlanPage extends PageOf(
  RatePlanView,
  'Rate plans, by id; those of a search by how well they match',
) {}
