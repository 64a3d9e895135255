import { parseId } from '../../platform/database/id';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { normalName } from '../../platform/text/name';
import { CsvError, readCsv } from '../../platform/http/csv-reader';
import type { CsvRecord } from '../../platform/http/csv-reader';
import { quote } from '../../platform/http/quote';
import type { RatePlanColumn, RoomColumn } from '../../room/room-table';
import { RATE_PLAN_COLUMNS, ROOM_COLUMNS } from '../../room/room-table';
import type { LineProblem } from './import.dto';

export const MAX_LINES = 5_000;

/** Identifies a room in its file: by its id, or without one by its name and the name of its hotel. */
export type RoomKey = string;
/** Identifies a rate plan in its file: by its id, or without one by its room and its name. */
export type RatePlanKey = string;
/** The key of a room or of a rate plan. */
export type RecordKey = string;

/** A room of the file, with the cells that are not empty. */
export interface RoomOfFile {
  line: number;
  key: RoomKey;
  /** Undefined if the file names the room by its names only. */
  id: RoomId | undefined;
  cells: Partial<Record<RoomColumn, string>>;
}

/** A rate plan of the file, with the cells that are not empty. */
export interface RatePlanOfFile {
  line: number;
  key: RatePlanKey;
  /** Undefined if the file names the plan by its name only. */
  id: RatePlanId | undefined;
  roomKey: RoomKey;
  cells: Partial<Record<RatePlanColumn, string>>;
}

/** A problem, with its line. */
export interface ImportProblem extends LineProblem {
  line: number;
}

export interface ImportFile {
  /** The lines of its records. */
  lines: number[];
  rooms: Map<RoomKey, RoomOfFile>;
  plans: Map<RatePlanKey, RatePlanOfFile>;
  problems: ImportProblem[];
}

type Titles = (string | undefined)[];
type Report = (line: number, column: string | null, message: string) => void;

const ID = 'must be a whole number from 1 to 9223372036854775807';
const NAMES: ReadonlySet<string> = new Set<RoomColumn | RatePlanColumn>(['name', 'propertyName', 'from']);
const ALL_TITLES = [...Object.values(ROOM_COLUMNS), ...Object.values(RATE_PLAN_COLUMNS)];

/** Reads the rooms and rate plans of a CSV file. Lines with problems are left out. */
export function readImportFile(csv: string): ImportFile {
  const file: ImportFile = { lines: [], rooms: new Map(), plans: new Map(), problems: [] };
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
    file.lines.push(...records.map(({ line }) => line));
    const named = roomsNamedWithId(titles, records);
    for (const record of records) readRecord(file, titles, record, named, report);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(error.line, null, error.message);
  }
  return file;
}

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
  if (!titles.includes(ROOM_COLUMNS.id) && !titles.includes(ROOM_COLUMNS.name))
    report(line, ROOM_COLUMNS.name, 'is missing');
  return titles;
}

/** Returns the ids that the file gives to rooms, by the names of the rooms. Other lines of a room may leave out its id. */
function roomsNamedWithId(titles: Titles, records: CsvRecord[]): Map<RoomKey, RoomId> {
  const named = new Map<RoomKey, RoomId>();
  for (const { cells } of records) {
    const room = cellsOf(ROOM_COLUMNS, titles, cells);
    const id = parseId<RoomId>(room.id);
    if (id && room.name !== undefined) named.set(keyOfNames(room.propertyName, room.name), id);
  }
  return named;
}

function readRecord(
  file: ImportFile,
  titles: Titles,
  { line, cells }: CsvRecord,
  named: ReadonlyMap<RoomKey, RoomId>,
  report: Report,
): void {
  if (cells.slice(titles.length).some((cell) => cell !== '')) {
    report(
      line,
      null,
      `has ${cells.length} cells, more than the line of titles: quote a cell that has a separator`,
    );
    return;
  }
  const room = readRoom(cellsOf(ROOM_COLUMNS, titles, cells), line, named, report);
  if (!room) return;
  mergeRoom(file, room, report);
  const plan = readPlan(cellsOf(RATE_PLAN_COLUMNS, titles, cells), line, room.key, report);
  if (!plan) return;
  const other = file.plans.get(plan.key);
  const column = plan.id === undefined ? RATE_PLAN_COLUMNS.name : RATE_PLAN_COLUMNS.id;
  if (other) report(line, column, `is that of line ${other.line}`);
  else file.plans.set(plan.key, plan);
}

function readRoom(
  cells: RoomOfFile['cells'],
  line: number,
  named: ReadonlyMap<RoomKey, RoomId>,
  report: Report,
): RoomOfFile | undefined {
  if (cells.id !== undefined) {
    const id = parseId<RoomId>(cells.id);
    if (id) return { line, key: id, id, cells };
    report(line, ROOM_COLUMNS.id, `${ID}; got ${quote(cells.id)}`);
    return undefined;
  }
  if (cells.name === undefined) {
    report(line, ROOM_COLUMNS.name, 'is missing, and so is the room id');
    return undefined;
  }
  const key = keyOfNames(cells.propertyName, cells.name);
  const id = named.get(key);
  return { line, key: id ?? key, id, cells };
}

function readPlan(
  cells: RatePlanOfFile['cells'],
  line: number,
  roomKey: RoomKey,
  report: Report,
): RatePlanOfFile | undefined {
  if (Object.keys(cells).length === 0) return undefined;
  const id = parseId<RatePlanId>(cells.id);
  if (cells.id !== undefined && !id) report(line, RATE_PLAN_COLUMNS.id, `${ID}; got ${quote(cells.id)}`);
  else if (!id && cells.name === undefined)
    report(line, RATE_PLAN_COLUMNS.name, 'is missing, and so is the rate plan id');
  else if (cells.from === undefined && (cells.percent ?? cells.amount) !== undefined)
    report(line, RATE_PLAN_COLUMNS.from, 'is missing');
  else return { line, key: id ?? keyOfPlan(roomKey, cells.name ?? ''), id, roomKey, cells };
  return undefined;
}

export function keyOfNames(propertyName: string | null | undefined, name: string): RoomKey {
  return JSON.stringify([propertyName ?? null, name]);
}

export function keyOfPlan(roomKey: RoomKey, name: string): RatePlanKey {
  return JSON.stringify([roomKey, name]);
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
function mergeRoom({ rooms }: ImportFile, room: RoomOfFile, report: Report): void {
  const known = rooms.get(room.key);
  if (!known) {
    rooms.set(room.key, room);
    return;
  }
  for (const [column, cell] of Object.entries(room.cells) as [RoomColumn, string][]) {
    if (column === 'id') continue;
    const before = known.cells[column];
    if (before !== undefined && before !== cell)
      report(
        room.line,
        ROOM_COLUMNS[column],
        `is ${quote(cell)}, but ${quote(before)} in line ${known.line}`,
      );
    known.cells[column] ??= cell;
  }
}
