import { HttpException } from '@nestjs/common';
import { parseExactJson } from '../../src/platform/http/exact-json';
import { parseInventoryData } from '../../src/inventory/inventory-data';
import { parsePriceData } from '../../src/pricing/price-data';
import { parseDatedArray } from '../../src/push/dated-array';

const DATE = '2026-12-01';
const DATE_PROBLEM = 'must be a date as 2026-12-31, or a date-time with an offset';
/** The answer to a caller, one line for each problem. */
function problemsOf(parse: () => unknown): string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof HttpException) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('a dated array', () => {
  const read = (value: unknown) => (typeof value === 'number' ? { value } : { problem: 'must be a number' });
  const parse = (body: unknown) => parseDatedArray<number>(body, { name: 'size', example: 1, read });

  it('The elements are read in their order, with the dates that are written', () => {
    const body = [
      { date: '2026-12-02T00:30:00+02:00', size: 2, propertyName: 'Hotel Bar' },
      { date: DATE, size: 1, propertyName: 'Another' },
    ];
    expect(parse(body)).toEqual({
      records: [
        { date: '2026-12-02', value: 2 },
        { date: DATE, value: 1 },
      ],
      propertyName: 'Hotel Bar',
    });
  });

  it.each([null, undefined, []])('The array is empty if the body is %p', (body) => {
    expect(parse(body)).toEqual({ records: [], propertyName: null });
  });

  it.each([{}, 'text', 1, true, { length: 1 }])('The parser refuses %p as an array', (body) => {
    expect(problemsOf(() => parse(body))).toEqual([
      expect.stringMatching(/^The body must be an array, as \[\{.*\}\]; got /),
    ]);
  });

  it.each([null, 1, 'text', [], undefined])('The parser refuses %p as an element', (element) => {
    expect(problemsOf(() => parse([{ date: DATE, size: 1 }, element]))).toEqual([
      expect.stringMatching(/^\[1\] must be an object; got /),
    ]);
  });

  it('The errors name every problem of an element and its place', () => {
    expect(problemsOf(() => parse([{ date: 1, size: 'x', propertyName: 2 }]))).toEqual([
      `[0].date ${DATE_PROBLEM}; got 1`,
      '[0].size must be a number; got "x"',
      '[0].propertyName must be a string; got 2',
    ]);
    expect(problemsOf(() => parse([{ size: 1 }, { date: '2026-02-30', size: 1 }]))).toEqual([
      '[0].date is missing',
      `[1].date ${DATE_PROBLEM}; got "2026-02-30"`,
    ]);
  });

  it('The name of the property may be missing or null', () => {
    expect(parse([{ date: DATE, size: 1, propertyName: null }]).propertyName).toBeNull();
    expect(parse([{ date: DATE, size: 1 }]).propertyName).toBeNull();
  });

  it('The errors name the first ten problems, and count the others', () => {
    const wrong = (count: number) => problemsOf(() => parse(Array.from({ length: count }, () => 0)));
    expect(wrong(10)).toHaveLength(10);
    expect(wrong(10).at(-1)).toBe('[9] must be an object; got 0');
    expect(wrong(12)).toHaveLength(11);
    expect(wrong(12).at(-1)).toBe('and 2 more');
  });

  it('An array has at most 5,000 elements', () => {
    const body = Array.from({ length: 5_000 }, () => ({ date: DATE, size: 1 }));
    expect(parse(body).records).toHaveLength(5_000);
    expect(problemsOf(() => parse([...body, {}]))).toEqual([
      'The body has 5001 elements: send at most 5000 a call, for example in 2 calls',
    ]);
  });
});

describe.each([
  ['inventory', 'inventoryNumber', parseInventoryData, 'must be a whole number from 0 to 2147483647'],
  ['prices', 'price', parsePriceData, 'must be a number of at least 0'],
] as const)('the %s of a push', (_, field, parse, problem) => {
  it.each(['-1', '-0.0001', '"five"', '""', 'true', 'null', '{}', '[5]', '1e', '"0x10"'])(
    'The parser refuses %s as the value',
    (value) => {
      // 1e is no JSON, but a caller may send it as a string.
      const text = `[{"date":"${DATE}","${field}":${value === '1e' ? '"1e"' : value}}]`;
      expect(problemsOf(() => parse(parseExactJson(text)))).toEqual([
        expect.stringContaining(`[0].${field} ${problem}`),
      ]);
    },
  );

  it('The errors name a missing value', () => {
    expect(problemsOf(() => parse([{ date: DATE, amount: 1 }]))).toEqual([
      `[0].${field} is missing; unknown field "amount"`,
    ]);
  });
});

describe('the inventory of a push', () => {
  const read = (number: string) =>
    parseInventoryData(parseExactJson(`[{"date":"${DATE}","inventoryNumber":${number}}]`)).records[0]?.value;

  it.each([
    ['5', 5],
    ['5.0', 5],
    ['5e0', 5],
    ['0.5e1', 5],
    ['50e-1', 5],
    ['"7"', 7],
    ['"70.0"', 70],
    ['0', 0],
    ['-0', 0],
    ['2147483647', 2_147_483_647],
    ['2147483647.000000000000', 2_147_483_647],
  ])('The inventory is a whole number in any notation: %s', (text, rooms) => {
    expect(read(text)).toBe(rooms);
  });

  it.each(['5.5', '2147483648', '1e10', '1e-999999999', '1e999999999', '5.00000000000000000001'])(
    'The parser refuses %s as inventory',
    (text) => {
      expect(problemsOf(() => read(text))).toHaveLength(1);
    },
  );
});

describe('the prices of a push', () => {
  const read = (price: string) =>
    parsePriceData(parseExactJson(`[{"date":"${DATE}","price":${price}}]`)).records[0]?.value;

  it.each([
    ['100.1', 1_001_000],
    ['"100.10"', 1_001_000],
    ['0', 0],
    ['1e2', 1_000_000],
    ['0.00005', 1],
    ['0.00004999999999999999999', 0],
    ['1234567890.12345000000000000001', 12_345_678_901_235],
    ['9999999999.99994', 99_999_999_999_999],
  ])('A price is exact to 1/10,000, rounded half up: %s', (text, price) => {
    expect(read(text)).toBe(price);
  });

  it.each(['10000000000', '9999999999.99995', '1e999999999'])(
    'The parser refuses %s, which is not below 10^10, as a price',
    (text) => {
      expect(problemsOf(() => read(text))).toEqual([
        expect.stringContaining('[0].price must be below 10000000000'),
      ]);
    },
  );
});
