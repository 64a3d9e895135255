import type { Api } from './api';
import type { CalendarRoom, HeldPrice, JournalEntry } from './api-types';
import { readAll } from './attention';
import { datesFrom } from './dates';
import { REASONS } from './held-prices/decide';
import { operationInWords } from './journal/operations';
import type { Names } from './names';

type Row = (string | number | null | undefined)[];
type Query = Record<string, string | undefined>;

/** More would be a file that no table program opens. */
const MAX_PAGES = 100;

/** The entries of the journal that a filter finds. */
export async function journalRows(api: Api, names: Names, filter: Query): Promise<Row[]> {
  const entries = await readAll<JournalEntry>(api, 'journal', filter, undefined, MAX_PAGES);
  await loadNames(names, entries);
  const head = ['Received', 'What', 'Hotel', 'Room', 'Room id', 'Rate plan', 'Rate plan id', 'From', 'To'];
  const counts = ['Received records', 'Applied', 'Skipped', 'Held', 'Late'];
  return [
    [...head, 'Lowest', 'Highest', 'Token', 'Outcome', 'Problem', ...counts, 'Request id'],
    ...entries.map((entry) => [
      entry.receivedAt,
      operationInWords(entry.operation),
      ...placeOf(names, entry),
      entry.span?.from,
      entry.span?.to,
      entry.span?.lowest,
      entry.span?.highest,
      entry.token,
      entry.outcome,
      entry.problem,
      entry.received,
      entry.applied,
      entry.skipped,
      entry.held,
      entry.late,
      entry.requestId,
    ]),
  ];
}

/** The held prices that a filter finds. */
export async function heldRows(api: Api, names: Names, filter: Query): Promise<Row[]> {
  const prices = await readAll<HeldPrice>(api, 'heldPrices', filter, undefined, MAX_PAGES);
  await loadNames(names, prices);
  return [
    [
      'Hotel',
      'Room',
      'Room id',
      'Rate plan',
      'Rate plan id',
      'Date',
      'Old',
      'New',
      'Why',
      'Pushed',
      'Request id',
    ],
    ...prices.map((held) => [
      ...placeOf(names, held),
      held.date,
      held.price,
      held.held,
      REASONS[held.reason],
      held.heldAt,
      held.requestId,
    ]),
  ];
}

/** A calendar: a line for the rooms left and one for each plan, a column for each date. */
export async function calendarRows(api: Api, query: Query, from: string, days: number): Promise<Row[]> {
  const rooms = await readAll<CalendarRoom>(api, 'calendar', query, undefined, MAX_PAGES, 50);
  return [
    ['Hotel', 'Room', 'Room id', 'Rate plan', 'Rate plan id', 'Currency', ...datesFrom(from, days)],
    ...rooms.flatMap(({ propertyName, name, roomId, totalRooms, ratePlans }) => [
      [propertyName, name, roomId, 'rooms left', null, null, ...totalRooms],
      ...ratePlans.map((plan) => [
        propertyName,
        name,
        roomId,
        plan.name,
        plan.id,
        plan.currency,
        ...plan.prices,
      ]),
    ]),
  ];
}

async function loadNames(names: Names, of: { roomId: string | null }[]): Promise<void> {
  const ids = [...new Set(of.flatMap(({ roomId }) => roomId ?? []))];
  await Promise.all(ids.map((id) => names.load(id)));
}

function placeOf(
  names: Names,
  { roomId, ratePlanId }: { roomId: string | null; ratePlanId: string | null },
): Row {
  const of = roomId === null ? undefined : names.get(roomId);
  const plan = ratePlanId === null ? undefined : of?.plans.get(ratePlanId);
  return [of?.hotel, of?.room, roomId, plan?.name, ratePlanId];
}

/** CSV by RFC 4180, with the byte order mark by which spreadsheet programs recognize UTF-8. */
export function toCsv(rows: Row[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** Puts an apostrophe before a text that a spreadsheet program would take for a formula. */
function cellOf(value: Row[number]): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
