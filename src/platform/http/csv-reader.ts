/** A line of a CSV file that is not empty. */
export interface CsvRecord {
  /** Its place in the file; a cell with line breaks takes several lines. */
  line: number;
  cells: string[];
}

/** A CSV file that is not well formed. */
export class CsvError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const SEPARATORS = [',', ';', '\t'];

/**
 * Reads CSV (RFC 4180). The line of titles decides what separates the cells: commas, semicolons (spreadsheet programs of many
 * countries write them) or tabs (in cells copied from such a program). Spaces around cells, and the apostrophe that keeps a
 * text from being a formula, are removed.
 * @throws CsvError
 */
export function readCsv(text: string): CsvRecord[] {
  const content = text.replace(/^\uFEFF/, '');
  const titles = /^\s*(.*)/.exec(content)?.[1] ?? '';
  const [separator = ','] = SEPARATORS.toSorted((a, b) => titles.split(b).length - titles.split(a).length);
  // `token` matches a cell, with quotes or without. `end` matches the separator or the line break that ends it.
  const token = new RegExp(`[^\\S\\r\\n${separator}]*(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))`, 'y');
  const end = new RegExp(`[^\\S\\r\\n${separator}]*(${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  for (let place = 0; ;) {
    token.lastIndex = place;
    const cell = token.exec(content);
    end.lastIndex = token.lastIndex;
    const ending = cell && end.exec(content);
    if (!ending)
      throw new CsvError(
        line,
        'has a quote in the wrong place: write a quote in a cell as "" and quote the cell',
      );
    const [, quoted, plain = ''] = cell;
    record.cells.push(
      quoted === undefined ? unescaped(plain.trim()) : unescaped(quoted.replaceAll('""', '"').trim()),
    );
    line += cell[0].split(/\r\n|\n|\r/).length - 1;
    place = end.lastIndex;
    if (ending[1] === separator) continue;
    if (record.cells.some((text) => text !== '')) records.push(record);
    if (ending[1] === '') return records;
    line++;
    record = { line, cells: [] };
  }
}

function unescaped(cell: string): string {
  return /^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
