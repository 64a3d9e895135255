import Big from 'big.js';
import type { Derivation } from '../../src/pricing/derivation/price-derivation';

/** The contract's words, one after the other, in exact decimals: slow, and plain to see. */
export function reference(derivation: Derivation, parent: string): Big {
  Big.DP = 0;
  let value = Big(parent);
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
  value = value.lt(0) ? Big(0) : divide(value, increment, names[mode]).times(increment);
  if (derivation.maximum !== null && value.gt(derivation.maximum)) value = Big(derivation.maximum);
  if (derivation.minimum !== null && value.lt(derivation.minimum)) value = Big(derivation.minimum);
  return value;
}

/** Big.js rounds a quotient where it cuts it off, so that the one rounding there is happens here. */
function divide(dividend: Big, divisor: string, rounding: number): Big {
  Big.RM = rounding;
  return dividend.div(divisor);
}
