import type { JournalEntry } from '../api-types';
import { formatCount, inWords } from '../format';
import { hrefOf } from '../router';
import { Moment } from '../ui/moment';
import { factsOf } from './operations';

/** Entries of the journal, each with the way to the whole of it. */
export function EntryTable({ entries }: { entries: JournalEntry[] }) {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Entries">
      <table class="cards-when-narrow">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Operation</th>
            <th scope="col">Room</th>
            <th scope="col">Plan</th>
            <th scope="col">Token</th>
            <th scope="col">Outcome</th>
            <th scope="col" class="number">
              Records
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.requestId}>
              <td>
                <a href={hrefOf(`journal/${entry.requestId}`)}>
                  <Moment at={entry.receivedAt} />
                </a>
              </td>
              <td>{factsOf(entry.operation).label}</td>
              <td data-label="Room">{entry.roomId ?? '–'}</td>
              <td data-label="Plan">{entry.ratePlanId ?? '–'}</td>
              <td class="name-cell" data-label="Token">
                <bdi>{entry.token ?? '–'}</bdi>
              </td>
              <td>
                <OutcomeBadge outcome={entry.outcome} />
              </td>
              <td class="number">{countsOf(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function OutcomeBadge({ outcome }: { outcome: JournalEntry['outcome'] }) {
  return <span class={`badge outcome-${outcome}`}>{inWords(outcome)}</span>;
}

function countsOf({ received, applied, skipped, held, late }: JournalEntry): string {
  if (received === 0) return '–';
  const others = Object.entries({ skipped, held, late }).filter(([, count]) => count > 0);
  const parts = [`${formatCount(applied)} of ${formatCount(received)} applied`];
  return [...parts, ...others.map(([verdict, count]) => `${formatCount(count)} ${verdict}`)].join(', ');
}
