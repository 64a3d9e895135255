import type { CalendarField } from '../calendar/calendar-field';
import { FIELD_LETTERS } from '../calendar/calendar-field';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RatePlanId } from '../platform/database/id';
import type { RecordTexts } from '../push/journal/journaled-call';
import { LETTERS } from '../push/journal/verdicts';
import type { SpreadRange } from './date-spread';

/** Consecutive records: one value for a range of dates of a room or of one of its plans. */
export interface RecordRun {
  field: CalendarField;
  ratePlanId: RatePlanId | null;
  /** The number in the calendar. */
  value: number;
  /** The value as the journal shows it. */
  text: string;
  range: SpreadRange;
  /** The number of its first record among those of the room. */
  start: number;
  /** The place in the message, for errors. */
  place: string;
  /** How well a price fits its room; a smaller number fits better. Undefined for other fields. */
  rank?: number;
}

/** A record that has no verdict yet. */
const OPEN = 0;
const SKIPPED = LETTERS.skipped.charCodeAt(0);
const SUPERSEDED = LETTERS.superseded.charCodeAt(0);

/**
 * The records of one room of a message, in the order of the message. Only the verdicts are stored one by one, because a
 * message may have hundreds of thousands of records.
 */
export class RoomRecords {
  readonly runs: RecordRun[] = [];
  /** The number of records. */
  size = 0;
  private verdicts = new Uint8Array(1_024);
  /**
   * The number of the latest record of each cell, counted from 1. The key is the field with the plan, and the index is the
   * day of the update window.
   */
  private readonly latest = new Map<string, Uint32Array>();
  /** The ranks of the latest prices, in the same form. */
  private readonly ranks = new Map<string, Uint32Array>();

  /**
   * Adds a record for each date of a run. A cell may get several records. The record with the better rank counts, or the
   * later one if the ranks are equal. The others are superseded.
   */
  add(run: Omit<RecordRun, 'start'>): RecordRun {
    const { field, ratePlanId, range, rank } = run;
    const first = this.size;
    this.size += range.dates.length;
    this.reserve();
    this.verdicts.fill(SKIPPED, first, first + range.start);
    this.verdicts.fill(SKIPPED, first + range.end, this.size);
    const key = `${FIELD_LETTERS[field]}${ratePlanId ?? ''}`;
    const latest = daysOf(this.latest, key, range.firstDay + range.end);
    const ranks = rank === undefined ? undefined : daysOf(this.ranks, key, range.firstDay + range.end);
    for (let index = range.start; index < range.end; index++) {
      const day = range.firstDay + index;
      const earlier = latest[day] ?? 0;
      if (earlier > 0 && ranks && (ranks[day] ?? 0) < (rank ?? 0)) {
        this.verdicts[first + index] = SUPERSEDED;
        continue;
      }
      if (earlier > 0) this.verdicts[earlier - 1] = SUPERSEDED;
      latest[day] = first + index + 1;
      if (ranks) ranks[day] = rank ?? 0;
    }
    const added = { ...run, start: first };
    this.runs.push(added);
    return added;
  }

  /** Visits the dates of a run whose records are still open. */
  eachOpen({ start, range }: RecordRun, visit: (date: CalendarDate) => void): void {
    for (let index = range.start; index < range.end; index++)
      if (this.verdicts[start + index] === OPEN) visit(range.dates[index] as CalendarDate);
  }

  /** Whether any record of a run is still open. */
  isOpen({ start, range }: RecordRun): boolean {
    return this.verdicts.subarray(start + range.start, start + range.end).includes(OPEN);
  }

  /** Gives each open record of a run its verdict. @param letterOf the letter of a date */
  close({ start, range }: RecordRun, letterOf: (date: CalendarDate) => string): void {
    for (let index = range.start; index < range.end; index++) {
      if (this.verdicts[start + index] !== OPEN) continue;
      this.verdicts[start + index] = letterOf(range.dates[index] as CalendarDate).charCodeAt(0);
    }
  }

  /** Returns the records in the form of the journal. */
  toTexts(): RecordTexts {
    const { runs } = this;
    const repeated = (valueOf: (run: RecordRun) => string) =>
      runs
        .map((run) => `${valueOf(run)},`.repeat(run.range.dates.length))
        .join('')
        .slice(0, -1);
    return {
      dates: `{${runs.map(({ range }) => range.text).join()}}`,
      numbers: `{${repeated(({ text }) => text)}}`,
      ratePlanIds: `{${repeated(({ ratePlanId }) => ratePlanId ?? 'NULL')}}`,
      fields: runs.map(({ field, range }) => FIELD_LETTERS[field].repeat(range.dates.length)).join(''),
      letters: Buffer.from(this.verdicts.buffer, 0, this.size).toString('latin1'),
    };
  }

  private reserve(): void {
    if (this.size <= this.verdicts.length) return;
    const verdicts = new Uint8Array(2 * this.size);
    verdicts.set(this.verdicts);
    this.verdicts = verdicts;
  }
}

/** Returns the numbers of a key by day, in an array with a place for at least `days` days. */
function daysOf(numbers: Map<string, Uint32Array>, key: string, days: number): Uint32Array {
  const known = numbers.get(key);
  if (known && known.length >= days) return known;
  const longer = new Uint32Array(Math.max(days, 2 * (known?.length ?? 0)));
  longer.set(known ?? []);
  numbers.set(key, longer);
  return longer;
}
