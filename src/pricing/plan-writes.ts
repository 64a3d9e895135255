import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { PreparedStatement } from '../platform/database/prepared-statement';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { addDays, daysBetween } from '../platform/dates/calendar-date';
import type { PlanCell } from '../calendar/cell';
import { NOT_SET } from '../calendar/cell';
import type { CellsOfRooms } from '../calendar/cells-of-rooms';
import { addCells, inParts, writesOfCells } from '../calendar/cells-of-rooms';
import type { RoomCalendar } from '../calendar/room-calendar';
import * as sql from './rate-room-availability.statements';

/** A grid of fewer values gains nothing over a join. */
const MIN_GRID = 300;
/** Marks a cell of a grid that keeps its value. */
const KEPT = -1;

/** Writes prices and restrictions. Many changes of a room are written as blocks. New records come first. */
export function planWrites(calendars: readonly RoomCalendar[]): Write[] {
  const blocks: Write[] = [];
  const restricted: Write[] = [];
  const updated: CellsOfRooms<PlanCell> = { roomIds: [], cells: [] };
  const inserted: CellsOfRooms<PlanCell> = { roomIds: [], cells: [] };
  const insertedRestricted: CellsOfRooms<RestrictedRecord> = { roomIds: [], cells: [] };
  const restrictions: CellsOfRooms<PlanCell> = { roomIds: [], cells: [] };
  for (const calendar of calendars) {
    const { roomId } = calendar;
    const prices = calendar.differencesOfPrices();
    const records = withRestrictions(prices.inserted, calendar.differencesOfRestrictions());
    const ofRestrictions = records.others;
    addCells(inserted, roomId, records.free);
    addCells(insertedRestricted, roomId, records.restricted);
    const hasUnset = prices.updated.some(({ value }) => value === NOT_SET);
    const both = hasUnset ? undefined : gridOf(prices.updated, ofRestrictions);
    if (both) {
      blocks.push(...writesOfGrid(sql.UPDATE_GRID, roomId, both));
      continue;
    }
    const grid = hasUnset ? undefined : gridOf(prices.updated);
    const statement = grid?.isDense ? sql.UPDATE_PRICE_GRID : sql.UPDATE_SPARSE_PRICE_GRID;
    if (grid) blocks.push(...writesOfGrid(statement, roomId, grid));
    else addCells(updated, roomId, prices.updated);
    const gridOfRestrictions = gridOf(ofRestrictions);
    if (gridOfRestrictions)
      restricted.push(...writesOfGrid(sql.UPDATE_RESTRICTION_GRID, roomId, gridOfRestrictions));
    else addCells(restrictions, roomId, ofRestrictions);
  }
  return [
    ...writesOfCells(sql.INSERT_PRICES, inserted, columnsOfPlans),
    ...writesOfCells(sql.INSERT_RESTRICTED_PRICES, insertedRestricted, (cells) => [
      ...columnsOfPlans(cells),
      listText(cells.map((cell) => cell.restrictions)),
    ]),
    ...blocks,
    ...writesOfCells(sql.UPDATE_PRICES, updated, columnsOfPlans),
    ...restricted,
    ...writesOfCells(sql.UPDATE_RESTRICTIONS, restrictions, columnsOfPlans),
  ];
}

/** A new record that has restrictions from the start. */
interface RestrictedRecord extends PlanCell {
  restrictions: number;
}

/**
 * Joins new records with their restrictions, so that no row is written twice.
 * Both lists are in the order of dates and plans.
 */
function withRestrictions(inserted: readonly PlanCell[], restrictions: PlanCell[]) {
  const free: PlanCell[] = [];
  const restricted: RestrictedRecord[] = [];
  const others: PlanCell[] = [];
  let next = 0;
  for (const cell of inserted) {
    for (let other = restrictions[next]; other && isBefore(other, cell); other = restrictions[++next])
      others.push(other);
    const own = restrictions[next];
    if (own?.date === cell.date && own.ratePlanId === cell.ratePlanId) {
      restricted.push({ ...cell, restrictions: own.value });
      next++;
    } else free.push(cell);
  }
  for (; next < restrictions.length; next++) others.push(restrictions[next] as PlanCell);
  return { free, restricted, others };
}

function isBefore(one: PlanCell, other: PlanCell): boolean {
  return one.date < other.date || (one.date === other.date && byNumber(one.ratePlanId, other.ratePlanId) < 0);
}

function columnsOfPlans(cells: PlanCell[]): string[] {
  return [
    listText(cells.map(({ date }) => date)),
    listText(cells.map(({ ratePlanId }) => ratePlanId)),
    listText(cells.map(({ value }) => value)),
  ];
}

/** A block of values by date and plan. */
interface Grid {
  plans: RatePlanId[];
  first: CalendarDate;
  days: number;
  /** Lists of values: day by day, and for each day plan by plan. */
  values: number[][];
  /** Whether every cell of the block has a new value. */
  isDense: boolean;
}

/**
 * Returns many values of one room as a block, with one list of values for each list of cells. Undefined if a join is better:
 * a list has few cells, or the lists fill less than half of the block.
 */
function gridOf(...lists: (readonly PlanCell[])[]): Grid | undefined {
  if (lists.some(({ length }) => length < MIN_GRID)) return undefined;
  const ends = lists.flatMap((cells) => [cells[0]?.date ?? '', cells.at(-1)?.date ?? '']).sort();
  const [first, last] = [ends[0], ends.at(-1)] as [CalendarDate, CalendarDate];
  const plans = [...new Set(lists.flatMap((cells) => cells.map(({ ratePlanId }) => ratePlanId)))].sort(
    byNumber,
  );
  const days = daysBetween(first, last) + 1;
  const size = days * plans.length;
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (size * lists.length > 2 * count) return undefined;
  const positionOf = new Map(plans.map((plan, position) => [plan, position]));
  const values = lists.map((cells) => {
    const grid = new Array<number>(size).fill(KEPT);
    let [ofDay, start] = [first, 0];
    for (const { ratePlanId, date, value } of cells) {
      if (date !== ofDay) [ofDay, start] = [date, daysBetween(first, date) * plans.length];
      grid[start + (positionOf.get(ratePlanId) ?? 0)] = value;
    }
    return grid;
  });
  return { plans, first, days, values, isDense: size * lists.length === count };
}

/** Writes a block with as many statements as its size needs, each for some days. */
function writesOfGrid(
  statement: PreparedStatement,
  roomId: RoomId,
  { plans, first, days, values }: Grid,
): Write[] {
  return inParts(days, plans.length).flatMap(([day, end]) => {
    const ofDays = values.map((list) => list.slice(day * plans.length, end * plans.length));
    if (ofDays.every((list) => list.every((value) => value === KEPT))) return [];
    const dates = [addDays(first, day), addDays(first, end - 1)];
    return write(statement, [roomId, listText(plans), ...dates, ...ofDays.map(listText)]);
  });
}
