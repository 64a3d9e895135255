import type { CsvError } from '../../src/platform/http/csv-reader';
import { readCsv } from '../../src/platform/http/csv-reader';

const cells = (text: string) => readCsv(text).map((record) => record.cells);

describe('a CSV file', () => {
  it.each([
    ['commas', 'a,b\r\n1,2\r\n'],
    ['semicolons, as spreadsheet programs of many countries write', 'a;b\r\n1;2\r\n'],
    ['tabs, as pasted from a spreadsheet', 'a\tb\r\n1\t2\r\n'],
    ['line feeds alone', 'a,b\n1,2'],
    ['carriage returns alone', 'a,b\r1,2'],
    ['a byte order mark', '\uFEFFa,b\r\n1,2\r\n'],
    ['quotes', '"a","b"\r\n"1","2"'],
    ['spaces around cells', ' a , b \n1 ,"2" \n'],
    ['empty lines', 'a,b\n\n,\n1,2\n\n'],
  ])('A CSV file may have %s', (_, text) => {
    expect(cells(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('Quoted cells may contain separators, quotes and line breaks, and line numbers stay right', () => {
    expect(readCsv('a,b\r\n"1, ""2""","x\r\ny"\r\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1, "2"', 'x\r\ny'] },
      { line: 4, cells: ['3', '4'] },
    ]);
  });

  it('Cells of a CSV file may be empty', () => {
    expect(cells('a\tb\tc\n\t1\t\n1\t\t')).toEqual([
      ['a', 'b', 'c'],
      ['', '1', ''],
      ['1', '', ''],
    ]);
  });

  it('The CSV reader removes the apostrophe that keeps a text from being a formula', () => {
    expect(cells(`a,b\n'=1+1,'s Hertogenbosch`)).toEqual([
      ['a', 'b'],
      ['=1+1', "'s Hertogenbosch"],
    ]);
  });

  it.each([
    ['a quote inside a cell', 'a,b\n1,2"3', 2],
    ['text behind a quoted cell', 'a,b\n\n"1"2,3', 3],
    ['a quote that never ends', 'a,b\n"1,2\n3,4', 2],
  ])('The error about a CSV file names the line of %s', (_, text, line) => {
    expect(() => readCsv(text)).toThrow(expect.objectContaining({ line }) as CsvError);
  });
});
