import { DecimalField } from '../../platform/http/fields';
import { invalid } from '../../platform/http/problem';
import { ApiModel } from '../../platform/openapi/api-docs';
import { formatPrice, parseMoney } from '../../calendar/derivation/money';
import type { PriceGuard } from '../../calendar/price-guard';

const AMOUNT = /^\d{1,10}(\.\d{1,4})?$/;
const AMOUNT_SAYS = 'a decimal of at least 0, with at most 10 digits before and 4 after the point';
const UP_TO_100 = /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/;
const PERCENT = /^\d{1,5}(\.\d{1,4})?$/;
const clearable = { required: false, nullable: true } as const;

export const guardExample = {
  minimum: '40.00',
  maximum: '900.00',
  maxDecreasePercent: '50',
  maxIncreasePercent: '200',
};

/** Decides which pushed prices of a plan are held; a limit that is left out or null does not apply. */
@ApiModel('NewPriceGuard')
export class PriceGuardDto {
  /** The lowest price that is not held @example "40.00" */
  @DecimalField(AMOUNT, AMOUNT_SAYS, clearable) minimum?: string | null;
  /** The highest price that is not held @example "900.00" */
  @DecimalField(AMOUNT, AMOUNT_SAYS, clearable) maximum?: string | null;
  /**
   * The maximum decrease from the stored price; it does not apply if no price is stored or the stored price
   * is 0
   * @example "50"
   */
  @DecimalField(
    UP_TO_100,
    'a percentage from 0 to 100, as 50, with at most 4 digits after the point',
    clearable,
  )
  maxDecreasePercent?: string | null;
  /**
   * The maximum increase from the stored price; it does not apply if no price is stored or the stored price
   * is 0
   * @example "200"
   */
  @DecimalField(
    PERCENT,
    'a percentage of at least 0, as 200, with at most 5 digits before and 4 after the point',
    clearable,
  )
  maxIncreasePercent?: string | null;
}

/** A guard in answers: it is always complete, and its decimals are text. */
@ApiModel('PriceGuard')
export class PriceGuardView {
  /** The lowest price that is not held; null for no limit @example "40.00" */ minimum!: string | null;
  /** The highest price that is not held; null for no limit @example "900.00" */ maximum!: string | null;
  /** The maximum decrease from the stored price; null for no limit @example "50" */
  maxDecreasePercent!: string | null;
  /** The maximum increase from the stored price; null for no limit @example "200" */
  maxIncreasePercent!: string | null;
}

/** @throws ProblemException 400 if the minimum is above the maximum */
export function toGuard(dto: PriceGuardDto): PriceGuard {
  const minimum = dto.minimum == null ? null : parseMoney(dto.minimum);
  const maximum = dto.maximum == null ? null : parseMoney(dto.maximum);
  if (minimum !== null && maximum !== null && minimum > maximum) {
    const message = `is ${dto.minimum}, which is above the maximum of ${dto.maximum}`;
    throw invalid([{ pointer: '/guard/minimum', message }]);
  }
  return {
    minimum: formatPrice(minimum),
    maximum: formatPrice(maximum),
    maxDecreasePercent: dto.maxDecreasePercent ?? null,
    maxIncreasePercent: dto.maxIncreasePercent ?? null,
  };
}
