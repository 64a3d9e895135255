import { useState } from 'preact/hooks';
import type { JournalRecord, WholeJournalEntry } from '../api-types';
import { formatChange, formatCount, formatDay, formatPrice, formatShortRange } from '../format';
import { hrefOf } from '../router';
import type { Before } from './before';
import { useNames } from '../use-names';

const ROWS_AT_ONCE = 200;

/** Every record of an entry, with what was before it. */
export function Records({ entry, before }: { entry: WholeJournalEntry; before: Before }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const of = useNames([entry.roomId])(entry.roomId ?? '');
  const { records } = entry;
  if (records.length === 0) return null;
  const isRooms = entry.operation === 'updateCalendarInventory';
  const hasPlans = records.some(({ ratePlanId }) => ratePlanId !== undefined);
  const planOf = (record: JournalRecord) =>
    record.ratePlanId === undefined ? (isRooms ? null : entry.ratePlanId) : record.ratePlanId;
  return (
    <section>
      <h2>
        {formatCount(records.length)} {records.length === 1 ? 'record' : 'records'}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {hasPlans && <th scope="col">Rate plan</th>}
            {before && (
              <th scope="col" class="number">
                Before
              </th>
            )}
            <th scope="col" class="number">
              {isRooms ? 'Rooms left' : 'Price'}
            </th>
            {before && (
              <th scope="col" class="number">
                Change
              </th>
            )}
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {records.slice(0, shown).map((record, index) => {
            const plan = planOf(record);
            const format = (value: string | null) => valueText(value, plan === null);
            const old = before?.(record.date, plan) ?? null;
            const cell = `${plan ?? `r${entry.roomId}`},${record.date}`;
            return (
              <tr key={index}>
                <td>
                  <a href={hrefOf('calendar', { from: record.date, days: 14, search: of?.room, cell })}>
                    <time dateTime={record.date}>{formatDay(record.date)}</time>
                  </a>
                </td>
                {hasPlans && (
                  <td class="name-cell">
                    <bdi>{plan === null ? 'rooms left' : (of?.plans.get(plan)?.name ?? plan)}</bdi>
                  </td>
                )}
                {before && <td class="number muted">{format(old)}</td>}
                <td class="number strong">{format(record.value)}</td>
                {before && <td class="number">{plan === null ? '' : formatChange(old, record.value)}</td>}
                <td>
                  <span class={`badge verdict-${record.verdict}`}>{record.verdict}</span>
                  {record.overbooked && <span class="badge outcome-failed">overbooked</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {records.length > shown && (
        <button type="button" onClick={() => setShown(shown + ROWS_AT_ONCE * 5)}>
          Show more of the {formatCount(records.length)}
        </button>
      )}
    </section>
  );
}

/** What an entry did in one line, by its largest change: "1–3 Dec · 45.00 → 7.30 (−84 %)". */
export function headlineOf(entry: WholeJournalEntry, before: Before): string {
  const { span, records, operation } = entry;
  if (!span) return '';
  const isRooms = operation === 'updateCalendarInventory';
  const dates = formatShortRange(span.from, span.to);
  const changes = records
    .filter(({ verdict }) => verdict === 'applied' || verdict === 'held')
    .map(({ date, value, ratePlanId }) => ({
      value,
      old:
        before?.(date, ratePlanId === undefined ? (isRooms ? null : entry.ratePlanId) : ratePlanId) ?? null,
    }));
  const largest = changes.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  if (!largest || !before) return dates;
  const change = isRooms ? '' : formatChange(largest.old, largest.value);
  const most = changes.length > 1 ? 'up to ' : '';
  return `${dates} · ${valueText(largest.old, isRooms)} → ${valueText(largest.value, isRooms)}${
    change && ` (${most}${change})`
  }`;
}

function sizeOf({ old, value }: { old: string | null; value: string | null }): number {
  if (old === null || value === null || Number(old) === 0) return 0;
  return Math.abs(Math.log((Number(value) + 0.0001) / Number(old)));
}

function valueText(value: string | null, isRooms: boolean): string {
  if (value === null) return isRooms ? '–' : 'not set';
  return isRooms ? formatCount(Number(value)) : formatPrice(value);
}
