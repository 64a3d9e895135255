import Big from 'big.js';
import type { Derivation } from '../../src/calendar/derivation/price-derivation';

/** A copy of Big with its own settings. */
const Decimal = Big();
Decimal.DP = 0;

/** Follows the contract word for word, in exact decimals: slow, but easy to check. */
export function reference(derivation: Derivation, parent: string): Big {
  let value = Decimal(parent);
  for (const step of derivation.steps) {
    if ('percent' in step) value = value.plus(value.times(step.percent).times('0.01'));
    else value = value.plus(step.amount);
  }
  const { increment, mode } = derivation.rounding;
  const names = {
    halfUp: Big.roundHalfUp,
    halfEven: Big.roundHalfEven,
    up: Big.roundUp,
    down: Big.roundDown,
  };
  value = value.lt(0) ? Decimal(0) : divide(value, increment, names[mode]).times(increment);
  if (derivation.maximum !== null && value.gt(derivation.maximum)) value = Decimal(derivation.maximum);
  if (derivation.minimum !== null && value.lt(derivation.minimum)) value = Decimal(derivation.minimum);
  return value;
}

/** Big.js rounds quotients itself, so the only rounding must happen here. */
function divide(dividend: Big, divisor: string, rounding: number): Big {
  Decimal.RM = rounding;
  return dividend.div(divisor);
}
