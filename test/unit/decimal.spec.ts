import { howToWrite, readDecimal, UNREADABLE, writeDecimal } from '../../web/decimal';

describe('decimals as people type them', () => {
  it.each([
    ['de', '1.500,00', '1500.00'],
    ['de', '1.500', '1500'],
    ['de', '1500', '1500'],
    ['de', '1,500', '1.500'],
    ['de', '12.345.678,5', '12345678.5'],
    ['de', '-12,5', '-12.5'],
    ['de', '−12,5', '-12.5'],
    ['de', ' + 5,00 ', '5.00'],
    ['de', ',5', '0.5'],
    ['de', '1 500,50', '1500.50'],
    ['en', '1,500.00', '1500.00'],
    ['en', '1,500', '1500'],
    ['en', '1.500', '1.500'],
    ['en', '0.0001', '0.0001'],
    ['tr', '1.500,25', '1500.25'],
    ['tr', '1.500', '1500'],
    ['fr', '1 500,00', '1500.00'],
    ['fr', '1\u00a0500,00', '1500.00'],
    ['fr', '1\u202f500,00', '1500.00'],
    ['de-CH', '1’500.00', '1500.00'],
    ['de-CH', "1'500.00", '1500.00'],
    ['es', '1.500', '1500'],
    ['en-IN', '12,34,567.5', '1234567.5'],
    ['ar-EG', '١٬٥٠٠٫٢٥', '1500.25'],
    ['de', '', ''],
    ['de', '  ', ''],
  ])('The locale %s reads "%s" as the decimal %s', (locale, typed, value) => {
    expect(readDecimal(typed, locale)).toBe(value);
  });

  it.each([
    ['de', '1.5'],
    ['de', '1.50'],
    ['de', '0.500'],
    ['de', '1.5000'],
    ['de', '15.00,5'],
    ['de', '1.500 000'],
    ['de', '1,500.00'],
    ['de', '1,5,0'],
    ['de', '1.500,00 EUR'],
    ['en', '1,5'],
    ['en', '1,50'],
    ['en', '12,34,567'],
    ['en', '1.500,00'],
    ['tr', '1.5'],
    ['fr', '1.500'],
    ['fr', '15 00'],
    ['de-CH', '1,5'],
    ['de-CH', '1.500.000'],
    ['en', '1e3'],
    ['en', '-'],
    ['en', '.'],
    ['en', 'much'],
    ['en', 'NaN'],
  ])('The locale %s refuses "%s" and does not guess a decimal', (locale, typed) => {
    expect(readDecimal(typed, locale)).toBe(UNREADABLE);
  });

  it.each([
    ['en', '1500.00', '1,500.00'],
    ['de', '1500.00', '1.500,00'],
    ['tr', '-12.5', '-12,5'],
    ['de', '9999999999.9999', '9.999.999.999,9999'],
    ['de', '', ''],
  ])('The locale %s writes %s with the same digits: %s', (locale, value, written) => {
    expect(writeDecimal(value, locale)).toBe(written);
  });

  it.each(['en', 'de', 'tr', 'fr', 'de-CH', 'es', 'sv', 'en-IN', 'ar-EG', 'fa'])(
    'The page reads its own text in %s as the same value',
    (locale) => {
      for (const value of [
        '0',
        '0.01',
        '40.00',
        '-12.5',
        '1500.00',
        '-1500',
        '1234567.8901',
        '9999999999.9999',
      ])
        expect(readDecimal(writeDecimal(value, locale), locale)).toBe(value);
    },
  );

  it.each([
    ['de', 'Write 1500,50 or 1.500,50.'],
    ['en', 'Write 1500.50 or 1,500.50.'],
    ['es', 'Write 1500,50 or 1.500,50.'],
  ])('The refusal of a decimal in %s says how to write a number: %s', (locale, sentence) => {
    expect(howToWrite(locale)).toBe(sentence);
  });
});
