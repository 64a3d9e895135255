/**
 * The currencies whose smallest unit is not 0.01, from ISO 4217, List One, column "Minor unit".
 * `Intl` is no source for them: it follows CLDR, which has other digits for some currencies, and changes with Node.js.
 */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  '1': [
    ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG'],
    ...['RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  ],
  '0.001': ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  '0.0001': ['CLF', 'UYW'],
};

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(CURRENCIES).flatMap(([unit, codes]) => codes.map((code) => [code, unit])),
);

/** Returns the smallest unit of a currency as decimal text; 0.01 for a code that ISO 4217 does not have. */
export function smallestUnitOf(currency: string): string {
  return UNITS.get(currency) ?? '0.01';
}
