import type { JournalEntry } from '../api-types';
import { valueText } from '../fields';
import { formatChange, formatCount, formatPrice, formatShortRange, inWords } from '../format';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { Moment } from '../ui/moment';
import { Place } from '../ui/place';
import { operationInWords } from './operations';
import { isLargeChange } from './order';

/** A line for each entry of the journal, with its subject and a link to the whole entry. */
export function EntryTable({ entries }: { entries: JournalEntry[] }) {
  const { largeChangePercent } = useSession().settings;
  const isLarge = ({ largestChange }: JournalEntry) =>
    largestChange !== null && isLargeChange(largestChange, largeChangePercent);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Entries">
      <table class="cards-when-narrow">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Dates</th>
            <th scope="col" class="number">
              Values
            </th>
            <th scope="col">By</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.requestId} class={entry.undoneBy.length > 0 ? 'is-over' : undefined}>
              <td>
                <a href={hrefOf(`journal/${entry.requestId}`)}>
                  <Moment at={entry.receivedAt} />
                </a>
              </td>
              <td>{operationInWords(entry.operation)}</td>
              <td class="name-cell">
                <Place roomId={entry.roomId} ratePlanId={entry.ratePlanId} withIds={false} />
              </td>
              <td>{entry.span ? formatShortRange(entry.span.from, entry.span.to) : '–'}</td>
              <td class="number" data-label="Values">
                {isLarge(entry) ? <span class="badge verdict-held">{valuesOf(entry)}</span> : valuesOf(entry)}
              </td>
              <td class="name-cell" data-label="By">
                <bdi>{entry.token ?? '–'}</bdi>
              </td>
              <td>
                <Outcomes entry={entry} />
                {entry.problem && (
                  <span class="name-cell block small">
                    <bdi>{entry.problem}</bdi>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The outcome. A call that was applied completely has no colour. */
export function Outcomes({ entry }: { entry: JournalEntry }) {
  const { outcome, received, applied, skipped, held, late, undoneBy } = entry;
  const exceptions = Object.entries({ skipped, held, late }).filter(([, count]) => count > 0);
  return (
    <span class="badges">
      {outcome === 'applied' ? (
        <span class="muted">{received === 0 ? 'done' : appliedInWords(applied, received)}</span>
      ) : (
        <OutcomeBadge outcome={outcome} />
      )}
      {exceptions.map(([verdict, count]) => (
        <span key={verdict} class={`badge verdict-${verdict}`}>
          {formatCount(count)} {verdict}
        </span>
      ))}
      {undoneBy.map((undo) => (
        <a key={undo.requestId} class="badge undone" href={hrefOf(`journal/${undo.requestId}`)}>
          undone <ByAndWhen undo={undo} />
        </a>
      ))}
    </span>
  );
}

/** The token that has undone an entry, and the time of the undo. */
export function ByAndWhen({ undo: { token, at } }: { undo: JournalEntry['undoneBy'][number] }) {
  return (
    <>
      {token !== null && (
        <>
          by <bdi>{token}</bdi>,{' '}
        </>
      )}
      <Moment at={at} />
    </>
  );
}

export function OutcomeBadge({ outcome }: { outcome: JournalEntry['outcome'] }) {
  return <span class={`badge outcome-${outcome}`}>{inWords(outcome)}</span>;
}

function appliedInWords(applied: number, received: number): string {
  if (applied === 0) return 'changed nothing';
  if (applied === received) return `${formatCount(applied)} changed`;
  return `${formatCount(applied)} of ${formatCount(received)} changed`;
}

/** The new values of an entry, or the largest change of a price: "45.00 → 7.30 (-84%)". */
function valuesOf({ span, largestChange, applied }: JournalEntry): string {
  if (largestChange) {
    const { from, to } = largestChange;
    const most = applied > 1 ? 'up to ' : '';
    return `${formatPrice(from)} → ${formatPrice(to)} (${most}${formatChange(from, to)})`;
  }
  if (!span?.field) return '–';
  const { field, lowest, highest } = span;
  const [low, high] = [valueText(field, lowest), valueText(field, highest)];
  return low === high ? low : `${low} – ${high}`;
}
