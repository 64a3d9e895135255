import type { JournalEntry } from '../api-types';
import { formatCount, inWords } from '../format';
import { hrefOf } from '../router';
import type { ProblemCalls } from './use-feed';
import { hoursAgo } from './use-feed';

const PERIODS = [24, 7 * 24];
const MAX_REASONS = 3;

/** How many calls were refused, failed or came to nothing, in a day and in a week, and why. */
export function Problems({ problems }: { problems: ProblemCalls[] }) {
  const found = problems.filter(({ entries }) => entries.length > 0);
  if (found.length === 0) return <p class="muted">In the last 7 days, every call could be applied.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col" class="number">
            24 hours
          </th>
          <th scope="col" class="number">
            7 days
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ outcome, entries, hasMore }) => (
          <tr key={outcome}>
            <th scope="row">
              {inWords(outcome)}
              {reasonsOf(entries).map(([reason, count]) => (
                <span key={reason} class="reason">
                  {formatCount(count)} × <bdi>{reason}</bdi>
                </span>
              ))}
            </th>
            {PERIODS.map((hours) => (
              <td key={hours} class="number">
                <Count hours={hours} outcome={outcome} entries={entries} hasMore={hasMore} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Count({ hours, outcome, entries, hasMore }: { hours: number } & ProblemCalls) {
  const from = hoursAgo(hours);
  const count = entries.filter(({ receivedAt }) => Date.parse(receivedAt) >= Date.parse(from)).length;
  if (count === 0) return <>0</>;
  return (
    <a
      href={hrefOf('journal', { outcome, from })}
      aria-label={`${count} ${inWords(outcome)} in ${hours === 24 ? '24 hours' : '7 days'}`}
    >
      {formatCount(count)}
      {hasMore && count === entries.length && '+'}
    </a>
  );
}

/** What the calls were told most often. */
function reasonsOf(entries: JournalEntry[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { problem } of entries) if (problem) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
}
