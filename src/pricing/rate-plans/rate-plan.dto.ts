import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
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
  LimitField,
  NameField,
  NextCursor,
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
  @DecimalField(PERCENT, 'a decimal as -10 or 12.5, with at most 4 digits before and after the point', {
    description: 'The percentage of the running value that the step adds',
    ...optional,
    example: '-10',
  })
  percent?: string;

  @DecimalField(
    SIGNED_AMOUNT,
    'a decimal as 5.00 or -2.50, with at most 10 digits before and 4 after the point',
    { description: 'The amount that the step adds', ...optional, example: '5.00' },
  )
  amount?: string;
}

/** The rounding of a derived price. */
@ApiModel('NewRounding')
export class RoundingDto {
  @ApiProperty({
    description: 'The direction of rounding between two multiples',
    enum: ROUNDING_MODES,
    example: 'halfUp',
  })
  @IsIn(ROUNDING_MODES)
  mode!: RoundingMode;

  @DecimalField(INCREMENT, 'a decimal above 0 as 0.01 or 0.50, with at most 4 digits after the point', {
    description: 'The price becomes a multiple of this; if left out, of the smallest unit of its currency',
    ...optional,
    example: '0.01',
  })
  increment?: string;
}

/** The derivation of a plan's prices from the prices of its parent. */
@ApiModel('NewDerivation')
export class DerivationDto {
  @IdField({ example: '12', description: 'The parent, which may belong to another room' })
  from!: string;

  @ApiProperty({ type: [DerivationStepDto], maxItems: 10, description: 'From left to right' })
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => DerivationStepDto)
  steps!: DerivationStepDto[];

  @ApiProperty({
    type: RoundingDto,
    required: false,
    description:
      'If left out, half up to the smallest unit of the currency by ISO 4217 (EUR 0.01, JPY 1, KWD 0.001; 0.01 for an ' +
      'unknown code)',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => RoundingDto)
  rounding?: RoundingDto;

  @DecimalField(AMOUNT, 'a decimal of at least 0, with at most 10 digits before and 4 after the point', {
    description: 'The lowest price; null for no limit',
    ...clearable,
    example: '40.00',
  })
  minimum?: string | null;

  @DecimalField(AMOUNT, 'a decimal of at least 0, with at most 10 digits before and 4 after the point', {
    description: 'The highest price; null for no limit',
    ...clearable,
    example: null,
  })
  maximum?: string | null;

  @ApiProperty({
    enum: RESTRICTIONS,
    isArray: true,
    uniqueItems: true,
    required: false,
    description: "The restrictions that follow the parent's: all of them if left out",
    example: ['stopSell', 'minStayArrival'],
  })
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
  @IdField({
    ...optional,
    example: '1201',
    description:
      'The id that the platform and its channel managers already use; left out, the service assigns one',
  })
  id?: string;

  @NameField({ description: 'The name of the rate plan', required: true, example: 'Breakfast' })
  name!: string;

  @PatternField(/^[A-Z]{3}$/, 'an ISO 4217 code as EUR', {
    description:
      'The ISO 4217 code of its prices; if left out, that of its parent, or EUR. It cannot change once the plan has ' +
      'prices, or plans that derive from it. The service does not check that ISO 4217 has the code',
    ...optional,
    example: 'EUR',
  })
  currency?: string;

  @ApiProperty({
    type: DerivationDto,
    nullable: true,
    required: false,
    example: derivationExample,
    description: 'null removes the derivation and leaves the prices unchanged',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationDto)
  derivation?: DerivationDto | null;

  @ApiProperty({
    type: PriceGuardDto,
    nullable: true,
    required: false,
    example: guardExample,
    description:
      'Pushed prices outside of the guard are held until people decide. null: the plan follows the ' +
      'settings PRICE_GUARD_*; a guard without limits takes every price',
  })
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
export class ListRatePlansDto {
  @IdField({ ...optional, example: undefined, description: 'Only plans of this room' })
  roomId?: string;

  @NameField({ ...optional, description: 'Only plans of the rooms of this property, for example Hotel Bar' })
  propertyName?: string;

  @ApiProperty({ description: '`true`: only derived plans', enum: ['true', 'false'], ...optional })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  derived?: 'true' | 'false';

  @SearchField(
    'Words that must each be in the name of the plan, of its room or of its property, in upper or lower case. The best matches come first',
  )
  search?: string;

  @LimitField()
  limit = 50;

  @TextField({ ...optional, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** A rate plan. */
@ApiModel('RatePlan')
export class RatePlanView {
  @ApiProperty({ description: 'The id of the rate plan', example: '13' }) id!: string;
  @ApiProperty({ description: 'The room that it belongs to', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The name of the rate plan', example: 'Breakfast' }) name!: string;
  @ApiProperty({ description: 'The ISO 4217 code of its prices', example: 'EUR' }) currency!: string;
  @ApiProperty({
    description: 'The derivation of its prices from its parent; null if they are pushed',
    type: DerivationView,
    nullable: true,
    example: derivationExample,
  })
  derivation!: DerivationView | null;
  @ApiProperty({
    description:
      'The limits outside of which pushed prices are held; null for those of the settings PRICE_GUARD_*',
    type: PriceGuardView,
    nullable: true,
    example: guardExample,
  })
  guard!: PriceGuardView | null;
}

/** A page of rate plans. */
export class RatePlanPage {
  @ApiProperty({
    description: 'Rate plans, by id; those of a search by how well they match',
    type: [RatePlanView],
  })
  items!: RatePlanView[];
  @NextCursor() nextCursor!: string | null;
}
