import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { fieldOf } from '../../calendar/calendar-field';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { JournalEntry } from '../../push/journal/journal-entry.entity';
import { readVerdict } from '../../push/journal/verdicts';
import { isPush, PUSHES } from '../../push/operations';
import type { SentCall } from './sent-call';

/** The newest calls are enough: a sender that tests itself makes a few dozen. */
const MAX_CALLS = 1_000;

type Row = Pick<
  JournalEntry,
  'id' | 'receivedAt' | 'durationMs' | 'operation' | 'roomId' | 'ratePlanId' | 'outcome' | 'repeatOf'
> & {
  problem: string | null;
  body: Buffer | null;
  dates: CalendarDate[] | null;
  numbers: (string | null)[] | null;
  ratePlanIds: (RatePlanId | null)[] | null;
  fields: string | null;
  verdicts: string | null;
  notes: string[] | null;
};

/** Reads the calls of a sandbox's token from the journal. */
@Injectable()
export class SentCallsRepository {
  /** Returns the newest calls in their order. */
  async find(manager: EntityManager, tokenId: string): Promise<SentCall[]> {
    const rows = await manager.query<Row[]>(
      `SELECT id, received_at AS "receivedAt", duration_ms AS "durationMs", operation, room_id AS "roomId",
              rate_plan_id AS "ratePlanId", outcome, problem, body, dates::text[] AS dates, numbers::text[] AS numbers,
              rate_plan_ids::text[] AS "ratePlanIds", fields, verdicts, repeat_of AS "repeatOf", notes
         FROM journal_entry
        WHERE token_id = $1
        ORDER BY id DESC LIMIT $2`,
      [tokenId, MAX_CALLS],
    );
    return rows.reverse().flatMap((row) => toCall(row) ?? []);
  }
}

function toCall({
  id,
  operation,
  dates,
  numbers,
  ratePlanIds,
  fields,
  verdicts,
  body,
  problem,
  notes,
  ...row
}: Row): SentCall | undefined {
  if (!isPush(operation)) return undefined;
  const { sets } = PUSHES[operation];
  const records = Array.from(verdicts ?? '', (letter, index) => ({
    date: dates?.[index] as CalendarDate,
    value: Number(numbers?.[index]),
    field: fields ? fieldOf(fields.charAt(index)) : undefined,
    ratePlanId: ratePlanIds?.[index] ?? undefined,
    verdict: readVerdict(letter).verdict,
  }));
  const texts = { body: body?.toString('utf8') ?? '', problem: problem ?? '' };
  return {
    ...row,
    ...texts,
    requestId: id,
    operation,
    sets,
    records,
    numbers: numbers ?? [],
    notes: notes ?? [],
  };
}
