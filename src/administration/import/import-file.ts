import { parseId } from '../../platform/database/id';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { normalName } from '../../platform/text/name';
import { CsvError, readCsv } from '../../platform/http/csv-reader';
import type { CsvRecord } from '../../platform/http/csv-reader';
import { quote } from '../../platform/http/quote';
import type { RatePlanColumn, RoomColumn } from '../../room/room-table';
import { RATE_PLAN_COLUMNS, ROOM_COLUMNS } from '../../room/room-table';
import type { ImportProblem } from './import.dto';

/** The maximum number of lines, because an import locks its rooms until it ends. */
export const MAX_LINES = 500;

/** A room of the file, with the cells that are not empty. */
export interface RoomOfFile {
  line: number;
  id: RoomId;
  cells: Partial<Record<RoomColumn, string>>;
}

/** A rate plan of the file, with the cells that are not empty. */
export interface RatePlanOfFile {
  line: number;
  id: RatePlanId;
  roomId: RoomId;
  cells: Partial<Record<RatePlanColumn, string>>;
}

export interface ImportFile {
  rooms: Map<RoomId, RoomOfFile>;
  plans: Map<RatePlanId, RatePlanOfFile>;
  problems: ImportProblem[];
}

type Titles = (string | undefined)[];
const ID = 'must be a whole number from 1 to 9223372036854775807';
const NAMES: ReadonlySet<string> = new Set<RoomColumn | RatePlanColumn>(['name', 'propertyName']);
const ALL_TITLES = [...Object.values(ROOM_COLUMNS), ...Object.values(RATE_PLAN_COLUMNS)];

/** Reads the rooms and rate plans of a CSV file. Lines with problems are left out. */
export function readImportFile(csv: string): ImportFile {
  const file: ImportFile = { rooms: new Map(), plans: new Map(), problems: [] };
  const report = (line: number, column: string | null, message: string) =>
    void file.problems.push({ line, column, message });
  try {
    const [head, ...records] = readCsv(csv);
    if (!head) {
      report(1, null, 'The file is empty');
      return file;
    }
    const titles = readTitles(head, report);
    if (file.problems.length > 0) return file;
    if (records.length > MAX_LINES) {
      report(head.line, null, `The file has ${records.length} lines: import at most ${MAX_LINES} at once`);
      return file;
    }
    for (const record of records) readRecord(file, titles, record, report);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(error.line, null, error.message);
  }
  return file;
}

type Report = (line: number, column: string | null, message: string) => void;

/** Returns the title of each column in the spelling of an export. */
function readTitles({ line, cells }: CsvRecord, report: Report): Titles {
  const plain = (title: string) => title.toLowerCase().replace(/[\s_-]/g, '');
  const titles = cells.map((cell) => ALL_TITLES.find((title) => plain(title) === plain(cell)));
  for (const [index, title] of titles.entries()) {
    const cell = cells[index] ?? '';
    if (title === undefined && cell !== '')
      report(line, cell, `is not a column of an import: ${ALL_TITLES.join(', ')}`);
    if (title !== undefined && titles.indexOf(title) !== index) report(line, title, 'is there twice');
  }
  if (!titles.includes(ROOM_COLUMNS.id)) report(line, ROOM_COLUMNS.id, 'is missing');
  return titles;
}

function readRecord(file: ImportFile, titles: Titles, { line, cells }: CsvRecord, report: Report): void {
  if (cells.slice(titles.length).some((cell) => cell !== '')) {
    report(
      line,
      null,
      `has ${cells.length} cells, more than the line of titles: quote a cell that has a separator`,
    );
    return;
  }
  const room = cellsOf(ROOM_COLUMNS, titles, cells);
  const plan = cellsOf(RATE_PLAN_COLUMNS, titles, cells);
  const roomId = parseId<RoomId>(room.id);
  if (!roomId) {
    report(line, ROOM_COLUMNS.id, room.id === undefined ? 'is missing' : `${ID}; got ${quote(room.id)}`);
    return;
  }
  mergeRoom(file, { line, id: roomId, cells: room }, report);
  if (Object.keys(plan).length === 0) return;
  const planId = parseId<RatePlanId>(plan.id);
  if (!planId) {
    report(line, RATE_PLAN_COLUMNS.id, plan.id === undefined ? 'is missing' : `${ID}; got ${quote(plan.id)}`);
    return;
  }
  const other = file.plans.get(planId);
  if (other) report(line, RATE_PLAN_COLUMNS.id, `is that of line ${other.line}`);
  else if (plan.from === undefined && (plan.percent ?? plan.amount) !== undefined)
    report(line, RATE_PLAN_COLUMNS.from, 'is missing');
  else
    file.plans.set(planId, {
      ...{ line, id: planId, roomId },
      cells: { ...plan, ...(plan.from !== undefined && { from: parseId(plan.from) ?? plan.from }) },
    });
}

function cellsOf<Column extends string>(
  columns: Record<Column, string>,
  titles: Titles,
  cells: string[],
): Partial<Record<Column, string>> {
  const found = (Object.keys(columns) as Column[]).map((column) => {
    const cell = cells[titles.indexOf(columns[column])] ?? '';
    return [column, NAMES.has(column) ? normalName(cell) : cell] as const;
  });
  return Object.fromEntries(found.filter(([, cell]) => cell !== '')) as Partial<Record<Column, string>>;
}

/** Lines for several rate plans may repeat or omit the values of their room. */
function mergeRoom({ rooms }: ImportFile, { line, id, cells }: RoomOfFile, report: Report): void {
  const known = rooms.get(id);
  if (!known) {
    rooms.set(id, { line, id, cells });
    return;
  }
  for (const [column, cell] of Object.entries(cells) as [RoomColumn, string][]) {
    if (column === 'id') continue;
    const before = known.cells[column];
    if (before !== undefined && before !== cell)
      report(line, ROOM_COLUMNS[column], `is ${quote(cell)}, but ${quote(before)} in line ${known.line}`);
    known.cells[column] ??= cell;
  }
}
