import Big from 'big.js';
import fc from 'fast-check';
import type {
  Derivation,
  DerivationStep,
  RoundingMode,
} from '../../src/calendar/derivation/price-derivation';

/** Decimal text with up to this many digits before and after the point. */
export const decimal = (whole: number, fraction: number, signed = false) =>
  fc
    .tuple(
      fc.boolean(),
      fc.integer({ min: 0, max: 10 ** whole - 1 }),
      fc.integer({ min: 0, max: 10 ** fraction - 1 }),
      fc.integer({ min: 0, max: fraction }),
    )
    .map(([negative, before, after, digits]) => {
      const point = digits > 0 ? `.${String(after).padStart(fraction, '0').slice(0, digits)}` : '';
      return `${signed && negative ? '-' : ''}${before}${point}`;
    });

const step: fc.Arbitrary<DerivationStep> = fc.oneof(
  decimal(2, 4, true).map((percent) => ({ percent })),
  decimal(3, 4, true).map((amount) => ({ amount })),
);

/** Any derivation that can be saved. */
export const rule: fc.Arbitrary<Derivation> = fc
  .record({
    steps: fc.array(step, { maxLength: 10 }),
    rounding: fc.record({
      mode: fc.constantFrom<RoundingMode>('halfUp', 'halfEven', 'up', 'down'),
      increment: fc.constantFrom('0.0001', '0.01', '0.05', '0.5', '1', '5', '0.0003', '7.77', '100'),
    }),
    minimum: fc.option(decimal(4, 4)),
    maximum: fc.option(decimal(5, 4)),
  })
  .filter(({ minimum, maximum }) => minimum === null || maximum === null || Big(minimum).lte(maximum));
