import { reference } from '../../support/reference';
import type { Attempt, SentPush } from './callers';
import { isAcknowledged, isSuccess, priceOf } from './callers';
import type { Hotel } from './hotel';
import type { PostgresProcess } from './postgres-process';

/** What the service did otherwise than it promises, in words; nothing where it kept its word. */
export interface Findings {
  /** Answered with success, but not in the journal. */
  lost: string[];
  /** In the journal more often than it was sent, or never sent like that. */
  notSent: string[];
  /** Applied in another order than sent. */
  outOfOrder: string[];
  /** Tables that hold anything but what the journal's entries come to, one after the other. */
  halfApplied: string[];
  /** The last push sent to a room, answered with success, that does not stand. */
  overtaken: string[];
  /** Derived prices that are not what their rule makes of their parent's. */
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
  /** The number of the push that this entry tells of. */
  number: number;
  /** A letter a record; null of an edit. */
  verdicts: string | null;
  /** How many records, or fields of an edit, were left for a newer push. */
  late: number;
  rank: number;
}

interface Cell {
  ratePlanId: string;
  date: string;
  price: string | null;
}

/** Sent so close to one another, calls may arrive in either order. */
const CLOSE_MS = 50;

/**
 * Compares a ledger with the journal and the tables.
 * @param order `sent`: on one instance, pushes for a room are applied in the order in which they were sent.
 *   `answered`: with several instances, one sent after another one's answer is applied after it.
 */
export async function checkLedger(
  postgres: PostgresProcess,
  hotel: Hotel,
  ledger: SentPush[],
  order: 'sent' | 'answered' = 'sent',
): Promise<Findings> {
  const rooms = hotel.rooms.map(({ id }) => id);
  const journal = await loadJournal(postgres, rooms);
  const tables = await loadTables(postgres, rooms);
  return {
    ...compareWithJournal(ledger, journal),
    outOfOrder: compareOrder(ledger, journal, order),
    halfApplied: differences(replay(journal), tables.values),
    overtaken: order === 'sent' ? findOvertaken(ledger, tables.values) : [],
    wronglyDerived: findWronglyDerived(hotel, tables.prices),
  };
}

async function loadJournal(postgres: PostgresProcess, rooms: string[]): Promise<Entry[]> {
  // A ledger of a minute's overload has millions of dates, and few rows of them: each is read once.
  const calendars = new Map<string, string[]>();
  const rows = await postgres.query<
    Omit<Entry, 'number' | 'rank' | 'dates'> & { dates: string; sent: string }
  >(
    `SELECT id, operation, room_id AS "roomId", rate_plan_id AS "ratePlanId",
            coalesce(array_to_string(dates, ' '), '') AS dates, verdicts, late,
            CASE operation WHEN 'roomEditChannelManager' THEN numbers[2] ELSE numbers[1] END AS sent
       FROM journal_entry WHERE outcome = 'applied' AND room_id = ANY($1) ORDER BY applied_at, id`,
    [rooms],
  );
  return rows.map(({ sent, ...row }, rank) => {
    const dates = calendars.get(row.dates) ?? row.dates.split(' ').filter(Boolean);
    calendars.set(row.dates, dates);
    const isPrice = row.operation === 'updateCalendarPrices';
    return { ...row, dates, number: isPrice ? Math.round(Number(sent) * 100) - 1_000 : Number(sent), rank };
  });
}

/** The tables as values by name, `price 12 2026-12-24`; what was never set is left out. */
async function loadTables(
  postgres: PostgresProcess,
  rooms: string[],
): Promise<{ values: Map<string, string>; prices: Cell[] }> {
  const prices = await postgres.query<Cell>(
    `SELECT rate_plan_id AS "ratePlanId", date::text, price::float8::text AS price
       FROM rate_room_availability WHERE room_id = ANY($1)`,
    [rooms],
  );
  const rows = await postgres.query<{ name: string; value: string }>(
    `SELECT 'rooms ' || room_id || ' ' || date AS name, total_rooms::text AS value
       FROM room_availability WHERE room_id = ANY($1) AND total_rooms > 0
      UNION ALL
     SELECT 'quantity ' || id, total_rooms::text FROM room WHERE id = ANY($1) AND total_rooms IS NOT NULL
      UNION ALL
     SELECT 'price ' || cell.rate_plan_id || ' ' || cell.date, cell.price::float8::text
       FROM rate_room_availability cell JOIN rate_plan plan ON plan.id = cell.rate_plan_id
      WHERE cell.room_id = ANY($1) AND plan.derived_from_id IS NULL AND cell.price IS NOT NULL`,
    [rooms],
  );
  return { values: new Map(rows.map(({ name, value }) => [name, value])), prices };
}

/** What one push, or one entry of the journal, sets: values by name. */
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

function nameOf(push: { operation: string; roomId: string; number: number; dates: string[] }): string {
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

/** A push that was applied. Whatever is sent after it is settled has to be applied after it. */
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

/** Does the journal over again. */
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
 * Looks at the tables only: wherever a value stands, none that was sent for the first time after that one was settled
 * may have been answered with success, at whatever attempt.
 * @param settledAt when a push had its place: whatever is sent for the first time later is newer
 */
export async function findOlderOverNewer(
  postgres: PostgresProcess,
  hotel: Hotel,
  ledger: SentPush[],
  settledAt: (first: Attempt) => number = ({ sentAt }) => sentAt + CLOSE_MS,
): Promise<string[]> {
  const { values } = await loadTables(
    postgres,
    hotel.rooms.map(({ id }) => id),
  );
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
  // Each of 730 dates would say the same.
  return [...new Set(found)];
}

function differences(expected: Map<string, string>, actual: Map<string, string>): string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((name) => expected.get(name) !== actual.get(name))
    .map((name) => `${name} is ${actual.get(name)}, not ${expected.get(name)}`);
}

/** Looks at the tables only: whatever the journal says, the last one sent has to stand. */
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
