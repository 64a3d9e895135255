import { reference } from '../../support/reference';
import type { Attempt, SentPush } from './callers';
import { isAcknowledged, isSuccess, priceOf } from './callers';
import type { Hotel } from './hotel';

/** A database of the service: a PostgresProcess, or the coordinator of a cluster. */
export interface Queryable {
  query<T extends object>(sql: string, parameters?: unknown[]): Promise<T[]>;
}

/** The broken promises of the service, in words; empty if it kept all of them. */
export interface Findings {
  /** Answered with success, but not in the journal. */
  lost: string[];
  /** In the journal more often than it was sent, or with other content. */
  notSent: string[];
  /** Applied in another order than sent. */
  outOfOrder: string[];
  /** Values in the tables that differ from the result of the journal's entries in their order. */
  halfApplied: string[];
  /** Values of the last successful push to a room that are not in the tables. */
  overtaken: string[];
  /** Derived prices that differ from the result of their rule. */
  wronglyDerived: string[];
}

export const KEPT_ITS_WORD: Findings = {
  lost: [],
  notSent: [],
  outOfOrder: [],
  halfApplied: [],
  overtaken: [],
  wronglyDerived: [],
};

interface Entry {
  id: string;
  operation: string;
  roomId: string;
  ratePlanId: string | null;
  dates: string[];
  /** The number of the push of this entry. */
  number: number;
  /** One letter for each record; null for an edit. */
  verdicts: string | null;
  /** The number of late records, or of late fields of an edit. */
  late: number;
  appliedAt: Date;
  rank: number;
}

interface Cell {
  ratePlanId: string;
  date: string;
  price: string | null;
}

interface Value {
  name: string;
  value: string;
}

/** Calls that are sent within this time may arrive in either order. */
const CLOSE_MS = 50;

/**
 * Compares a ledger with the journal and the tables.
 * @param order `sent`: on one instance, pushes for a room are applied in the order in which they were sent.
 *   `answered`: with several instances, a push is applied after every push that was answered before it was sent.
 */
export async function checkLedger(
  postgres: Queryable,
  hotel: Hotel,
  ledger: SentPush[],
  order: 'sent' | 'answered' = 'sent',
): Promise<Findings> {
  const rooms = hotel.rooms.map(({ id }) => id);
  const journal = await loadJournal(postgres, rooms);
  const tables = await loadTables(postgres, hotel);
  return {
    ...compareWithJournal(ledger, journal),
    outOfOrder: compareOrder(ledger, journal, order),
    halfApplied: differences(replay(journal), tables.values),
    overtaken: order === 'sent' ? findOvertaken(ledger, tables.values) : [],
    wronglyDerived: findWronglyDerived(hotel, tables.prices),
  };
}

/**
 * Returns the applied calls that failed for their callers, from the record that all instances share. For each push, the
 * result has the time at which its first call was applied, and the number of its calls.
 */
export async function loadFailedCalls(
  postgres: Queryable,
  { rooms }: Hotel,
): Promise<Map<string, { firstAppliedAt: number; count: number }>> {
  const roomIds = rooms.map(({ id }) => id);
  const found = new Map<string, { firstAppliedAt: number; count: number }>();
  for (const entry of await loadJournal(
    postgres,
    roomIds,
    'failed_call JOIN journal_entry ON id = entry_id',
  )) {
    const { firstAppliedAt, count } = found.get(nameOf(entry)) ?? {
      firstAppliedAt: entry.appliedAt.getTime() - performance.timeOrigin,
      count: 0,
    };
    found.set(nameOf(entry), { firstAppliedAt, count: count + 1 });
  }
  return found;
}

async function loadJournal(
  postgres: Queryable,
  rooms: string[],
  entries = 'journal_entry',
): Promise<Entry[]> {
  // The entries of an overload have millions of dates, but few different lists of them, so each list is read once.
  const calendars = new Map<string, string[]>();
  const rows = await postgres.query<
    Omit<Entry, 'number' | 'rank' | 'dates'> & { dates: string; sent: string }
  >(
    `SELECT id, operation, journal_entry.room_id AS "roomId", rate_plan_id AS "ratePlanId",
            coalesce(array_to_string(dates, ' '), '') AS dates, verdicts, late, applied_at AS "appliedAt",
            CASE operation WHEN 'roomEditChannelManager' THEN numbers[2] ELSE numbers[1] END AS sent
       FROM ${entries} WHERE outcome = 'applied' AND journal_entry.room_id = ANY($1) ORDER BY applied_at, id`,
    [rooms],
  );
  return rows.map(({ sent, ...row }, rank) => {
    const dates = calendars.get(row.dates) ?? row.dates.split(' ').filter(Boolean);
    calendars.set(row.dates, dates);
    const isPrice = row.operation === 'updateCalendarPrices';
    return { ...row, dates, number: isPrice ? Math.round(Number(sent) * 100) - 1_000 : Number(sent), rank };
  });
}

/** The tables as values by name, `price 12 2026-12-24`, without values that were never set. */
async function loadTables(
  postgres: Queryable,
  { rooms, derived }: Hotel,
): Promise<{ values: Map<string, string>; prices: Cell[] }> {
  const ids = rooms.map(({ id }) => id);
  const prices = await postgres.query<Cell>(
    `SELECT rate_plan_id AS "ratePlanId", date::text, price::float8::text AS price
       FROM rate_room_availability WHERE room_id = ANY($1)`,
    [ids],
  );
  // Citus refuses a UNION of distributed tables and others.
  const roomsLeft = await postgres.query<Value>(
    `SELECT 'rooms ' || room_id || ' ' || date AS name, total_rooms::text AS value
       FROM room_availability WHERE room_id = ANY($1) AND total_rooms > 0`,
    [ids],
  );
  const quantities = await postgres.query<Value>(
    `SELECT 'quantity ' || id AS name, total_rooms::text AS value
       FROM room WHERE id = ANY($1) AND total_rooms IS NOT NULL`,
    [ids],
  );
  const derivedIds = new Set(derived.map(({ id }) => id));
  const pushed = prices.flatMap(({ ratePlanId, date, price }): Value[] =>
    price === null || derivedIds.has(ratePlanId)
      ? []
      : [{ name: `price ${ratePlanId} ${date}`, value: price }],
  );
  const rows = [...roomsLeft, ...quantities, ...pushed];
  return { values: new Map(rows.map(({ name, value }) => [name, value])), prices };
}

/** Returns the values that a push or a journal entry sets, by name. */
function settings(
  operation: string,
  roomId: string,
  ratePlanId: string | null,
  dates: string[],
  number: number,
): [string, string][] {
  if (operation === 'roomEditChannelManager') return [[`quantity ${roomId}`, String(number)]];
  if (operation === 'updateCalendarInventory')
    return dates.map((date) => [`rooms ${roomId} ${date}`, String(number)]);
  return dates.map((date) => [`price ${ratePlanId} ${date}`, String(Number(priceOf(number)))]);
}

export function nameOf(push: { operation: string; roomId: string; number: number; dates: string[] }): string {
  const dates = push.operation === 'roomEditChannelManager' ? '' : ` ${push.dates[0]} × ${push.dates.length}`;
  return `${push.operation} room ${push.roomId} number ${push.number}${dates}`;
}

function compareWithJournal(ledger: SentPush[], journal: Entry[]): Pick<Findings, 'lost' | 'notSent'> {
  const byId = new Map(journal.map((entry) => [entry.id, entry]));
  const attempts = new Map(ledger.map((push) => [nameOf(push), push.attempts.length]));
  const lost = ledger
    .filter((push) =>
      push.attempts.some((attempt) => isSuccess(attempt) && !isOf(push, byId.get(attempt.requestId!))),
    )
    .map(nameOf);
  const notSent = journal.map(nameOf).filter((name) => {
    const left = attempts.get(name) ?? 0;
    attempts.set(name, left - 1);
    return left === 0;
  });
  return { lost, notSent };
}

function attemptsOf(push: SentPush): string {
  const attempts = push.attempts.map(
    ({ sentAt, status, error, requestId }) => `${sentAt.toFixed(0)} ms: ${status ?? error} ${requestId}`,
  );
  return `${nameOf(push)} (${attempts.join(', ')})`;
}

function isOf(push: SentPush, entry: Entry | undefined): boolean {
  return entry !== undefined && nameOf(entry) === nameOf(push);
}

function compareOrder(ledger: SentPush[], journal: Entry[], order: 'sent' | 'answered'): string[] {
  const ranks = new Map(journal.map(({ id, rank }) => [id, rank]));
  const rooms = new Map<string, Applied[]>();
  for (const push of ledger)
    for (const { requestId, sentAt, answeredAt = Infinity } of push.attempts.filter(isSuccess)) {
      const settledAt = order === 'sent' ? sentAt + CLOSE_MS : answeredAt;
      const applied = { push, sentAt, settledAt, rank: ranks.get(requestId ?? '') ?? NaN };
      rooms
        .set(push.roomId, rooms.get(push.roomId) ?? [])
        .get(push.roomId)
        ?.push(applied);
    }
  return [...rooms.values()].flatMap(findOutOfOrder);
}

/** An applied push. Pushes that are sent after it is settled must be applied after it. */
interface Applied {
  push: SentPush;
  sentAt: number;
  settledAt: number;
  rank: number;
}

function findOutOfOrder(room: Applied[]): string[] {
  const settled = room.toSorted((a, b) => b.settledAt - a.settledAt);
  const found: string[] = [];
  let last: Applied | undefined;
  for (const later of room.toSorted((a, b) => a.sentAt - b.sentAt)) {
    for (let next = settled.at(-1); next && next.settledAt < later.sentAt; next = settled.at(-1)) {
      if (!last || next.rank > last.rank) last = next;
      settled.pop();
    }
    if (last && last.rank > later.rank) found.push(`${nameOf(last.push)} after ${nameOf(later.push)}`);
  }
  return found;
}

/** Applies the journal again. */
function replay(journal: Entry[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const entry of journal)
    for (const [name, value] of settings(
      entry.operation,
      entry.roomId,
      entry.ratePlanId,
      datesSetBy(entry),
      entry.number,
    ))
      if (entry.dates.length > 0 || entry.late === 0) values.set(name, value);
  return values;
}

function datesSetBy({ dates, verdicts, late }: Entry): string[] {
  return late === 0 ? dates : dates.filter((_, index) => verdicts?.[index] !== 'l');
}

/**
 * Finds values of an older push that are stored in place of those of a newer, successful push. It checks the tables
 * only. A push is newer than another one if it was first sent after the other one was settled.
 * @param settledAt returns the time from which the place of a push in the order is fixed
 */
export async function findOlderOverNewer(
  postgres: Queryable,
  hotel: Hotel,
  ledger: SentPush[],
  settledAt: (first: Attempt) => number = ({ sentAt }) => sentAt + CLOSE_MS,
): Promise<string[]> {
  const { values } = await loadTables(postgres, hotel);
  const [standing, newest] = [new Map<string, SentPush>(), new Map<string, SentPush>()];
  for (const push of ledger) {
    for (const [name, value] of settings(
      push.operation,
      push.roomId,
      push.ratePlanId,
      push.dates,
      push.number,
    )) {
      if (values.get(name) === value) standing.set(name, push);
      // The ledger is in the order in which pushes were sent for the first time.
      if (isAcknowledged(push)) newest.set(name, push);
    }
  }
  const found = [...newest].flatMap(([name, newer]) => {
    const older = standing.get(name);
    if (older && settledAt(older.attempts[0]!) >= newer.attempts[0]!.sentAt) return [];
    return `${older ? attemptsOf(older) : 'nothing that was sent'} stands over ${attemptsOf(newer)}`;
  });
  // Each of 730 dates would have the same message.
  return [...new Set(found)];
}

function differences(expected: Map<string, string>, actual: Map<string, string>): string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((name) => expected.get(name) !== actual.get(name))
    .map((name) => `${name} is ${actual.get(name)}, not ${expected.get(name)}`);
}

/** Checks the tables only: the last push must be stored, whatever the journal says. */
function findOvertaken(ledger: SentPush[], tables: Map<string, string>): string[] {
  const last = new Map(
    ledger
      .toSorted((a, b) => a.attempts.at(-1)!.sentAt - b.attempts.at(-1)!.sentAt)
      .map((push) => [`${push.operation} ${push.roomId}`, push]),
  );
  return [...last.values()]
    .filter(isAcknowledged)
    .flatMap(({ operation, roomId, ratePlanId, dates, number }) =>
      settings(operation, roomId, ratePlanId, dates, number)
        .filter(([name, value]) => tables.get(name) !== value)
        .map(([name, value]) => `${name} is ${tables.get(name)}, but ${value} was sent last`),
    );
}

function findWronglyDerived({ derived }: Hotel, cells: Cell[]): string[] {
  const prices = new Map(cells.map(({ ratePlanId, date, price }) => [`${ratePlanId} ${date}`, price]));
  const rules = new Map(derived.map((plan) => [plan.id, plan]));
  const expected = new Map<string, string | null>();
  for (const plan of rules.values())
    for (const cell of cells) {
      if (cell.ratePlanId !== plan.parentId) continue;
      const price = cell.price === null ? null : String(Number(reference(plan.rule, cell.price)));
      expected.set(`${plan.id} ${cell.date}`, price);
    }
  return [...expected]
    .filter(([name, price]) => (prices.get(name) ?? null) !== price)
    .map(([name, price]) => `price ${name} is ${prices.get(name)}, its rule says ${price}`);
}
