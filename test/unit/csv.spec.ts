import { csvLine, prefersCsv } from '../../src/platform/http/csv';

describe('a line of a CSV file', () => {
  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'a "b"', '"a ""b"""'],
    ['a line break', 'a\r\nb', '"a\r\nb"'],
    ['nothing', null, ''],
    ['a flag that is set', true, 'yes'],
    ['a flag that is not set', false, ''],
  ])('A cell with %s is written as RFC 4180 says', (_, value, text) => {
    expect(csvLine([1, value])).toBe(`1,${text}\r\n`);
  });

  it.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\tA1', '=HYPERLINK("http://example.com")', '＝1+1'])(
    'The text %j, which a spreadsheet program would take for a formula, gets an apostrophe',
    (formula) => {
      const [cell] = csvLine([formula]).split('\r\n');
      expect(cell?.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it.each(['-10', '-12.50', '+5'])('The number %s gets no apostrophe', (number) => {
    expect(csvLine([number])).toBe(`${number}\r\n`);
  });
});

describe('an Accept header', () => {
  it.each([
    'text/csv',
    'TEXT/CSV',
    'text/*',
    'text/csv, */*;q=0.1',
    'application/json;q=0.5, text/csv;q=0.9',
  ])('A caller that accepts %j prefers CSV', (accept) => {
    expect(prefersCsv(accept)).toBe(true);
  });

  it.each([
    undefined,
    '*/*',
    'application/json',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json, text/csv',
    'text/csv;q=0.5, application/json',
    'text/csv;q=0',
    'text/csv;q=often',
    'application/xml',
  ])('A caller that accepts %j prefers JSON', (accept) => {
    expect(prefersCsv(accept)).toBe(false);
  });
});
