import { decimalText, MAX_ELEMENTS, parseExactJson, WrittenNumber } from '../../src/platform/http/exact-json';

describe('JSON with exact numbers', () => {
  it.each([
    ['as floats', '{ "price": 1, "price": 2 }', '2'],
    ['exactly', '{ "price": 1.0000000000000001, "price": 2.0000000000000002 }', '2.0000000000000002'],
    ['exactly, the first one alone needing it', '{ "price": 1.0000000000000001, "price": 2 }', '2'],
    ['exactly, of the same value', '{ "price": 3e2, "price": 300 }', '300'],
  ])('The last of two equal keys counts if numbers are read %s', (_, text, price) => {
    const body = parseExactJson(text) as { price: unknown };
    expect(decimalText(body.price)).toBe(price);
  });

  it('The last of two equal keys in an element of an array counts, whatever is beside it', () => {
    const text = '[{ "date": "2026-12-24", "price": 0.1, "date": "2026-12-25", "price": 12345678901234567 }]';
    expect(parseExactJson(text)).toEqual([
      { date: '2026-12-25', price: new WrittenNumber('12345678901234567') },
    ]);
  });

  it.each([
    ['0.1', '0.1'],
    ['100.10', '100.1'],
    ['9007199254740993', '9007199254740993'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['1e-7', '1e-7'],
    ['1e400', '1e400'],
  ])('The parser reads %s as %s', (number, text) => {
    const body = parseExactJson(`{ "price": ${number} }`) as { price: unknown };
    expect(decimalText(body.price)).toBe(text);
  });

  it.each(['{ "price": 01 }', '{ "price": 1.00000000000000001, }', '{ "price": 1e }', '[1e5'])(
    'The parser refuses %s, which is not JSON',
    (text) => {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    },
  );

  it('The parser keeps the digits of a list of the maximum length, and not those of a longer one', () => {
    const digits = '0.12345678901234567';
    const listOf = (length: number) => `[${Array.from({ length }, () => digits).join()}]`;
    expect(parseExactJson(listOf(MAX_ELEMENTS))).toContainEqual(new WrittenNumber(digits));
    expect(parseExactJson(listOf(MAX_ELEMENTS + 1))).toContain(Number(digits));
  });
});
