import { useState } from 'preact/hooks';
import type { JournalRecord, WholeJournalEntry } from '../api-types';
import type { CalendarField } from '../fields';
import { labelOf, valueInWords, valueText } from '../fields';
import { counted, formatChange, formatCount, formatDay, formatShortRange } from '../format';
import { hrefOf } from '../router';
import type { Before, Target } from './before';
import { targetOf } from './before';
import { factorOf } from './order';
import { useNames } from '../use-names';

const ROWS_AT_ONCE = 200;

/** The records of an entry with their earlier values. */
export function Records({ entry, before }: { entry: WholeJournalEntry; before: Before }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const of = useNames([entry.roomId])(entry.roomId ?? '');
  const { records } = entry;
  if (records.length === 0) return null;
  const hasPlans = records.some(({ ratePlanId }) => ratePlanId !== undefined);
  const fields = new Set(records.map((record) => targetOf(entry, record).field));
  const [field] = fields;
  const hasPrices = fields.has('price');
  return (
    <section>
      <h2>{counted(records.length, 'record')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {hasPlans && <th scope="col">Rate plan</th>}
            {fields.size > 1 && <th scope="col">What</th>}
            {before && (
              <th scope="col" class="number">
                Before
              </th>
            )}
            <th scope="col" class="number">
              {fields.size === 1 && field ? labelOf(field) : 'After'}
            </th>
            {before && hasPrices && (
              <th scope="col" class="number">
                Change
              </th>
            )}
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {records.slice(0, shown).map((record, index) => {
            const target = targetOf(entry, record);
            const plan = target.ratePlanId;
            const old = before?.(target) ?? null;
            const cell = `${plan ?? `r${entry.roomId}`},${record.date}`;
            return (
              <tr key={index}>
                <td>
                  <a href={hrefOf('calendar', { from: record.date, days: 14, roomId: entry.roomId, cell })}>
                    <time dateTime={record.date}>{formatDay(record.date)}</time>
                  </a>
                </td>
                {hasPlans && (
                  <td class="name-cell">
                    <bdi>{plan === null ? 'the room' : (of?.plans.get(plan)?.name ?? plan)}</bdi>
                  </td>
                )}
                {fields.size > 1 && <td>{labelOf(target.field)}</td>}
                {before && <td class="number muted">{valueText(target.field, old)}</td>}
                <td class="number strong">{valueText(target.field, record.value)}</td>
                {before && hasPrices && (
                  <td class="number">{target.field === 'price' ? formatChange(old, record.value) : ''}</td>
                )}
                <td>
                  <span class="badges">
                    <span class={`badge verdict-${record.verdict}`}>{record.verdict}</span>
                    {record.overbooked && <span class="badge outcome-failed">overbooked</span>}
                  </span>
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

/** The effect of an entry in one line, by its largest change: "1–3 Dec · 45.00 → 7.30 (−84 %)", "24 Dec · open → closed". */
export function headlineOf(entry: WholeJournalEntry, before: Before): string {
  const { span, records } = entry;
  if (!span) return '';
  const dates = formatShortRange(span.from, span.to);
  if (!before) return dates;
  const changes = changesOf(entry, records, before);
  const largest = changes.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  if (!largest) return dates;
  const { field, old, value } = largest;
  const change = field === 'price' ? formatChange(old, value) : '';
  const most = changes.length > 1 ? 'up to ' : '';
  return `${dates} · ${valueInWords(field, old)} → ${valueText(field, value)}${change && ` (${most}${change})`}`;
}

interface Change {
  field: CalendarField;
  old: string | null;
  value: string | null;
}

function changesOf(
  entry: WholeJournalEntry,
  records: JournalRecord[],
  before: (target: Target) => string | null,
) {
  return records
    .filter(({ verdict }) => verdict === 'applied' || verdict === 'held')
    .map((record): Change => {
      const target = targetOf(entry, record);
      return { field: target.field, old: before(target), value: record.value };
    });
}

/** A new or removed value counts more than no change, and less than any change of a number. */
function sizeOf({ field, old, value }: Change): number {
  if (field !== 'price' && field !== 'roomsLeft')
    return valueText(field, old) === valueText(field, value) ? -1 : 0;
  return factorOf(old, value);
}
