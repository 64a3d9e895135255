import type { ProblemsByOutcome } from '../api-types';
import { formatCount, inWords } from '../format';
import { hrefOf } from '../router';

const HOUR_MS = 3_600_000;
/** The API counts at most this many pushes of an outcome. */
const MAX_COUNTED = 2_000;

/** The number of calls that were refused, failed or had no effect in a day and in a week, by reason. */
export function Problems({ problems }: { problems: ProblemsByOutcome[] }) {
  if (problems.length === 0) return <p class="muted">In the last 7 days, every call could be applied.</p>;
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
        {problems.map(({ outcome, lastDay, lastWeek, reasons }) => (
          <tr key={outcome}>
            <th scope="row">
              {inWords(outcome)}
              {reasons.map(({ reason, count, requestId }) => (
                <a key={reason} class="reason" href={hrefOf(`journal/${requestId}`)}>
                  {formatCount(count)} × <bdi>{reason}</bdi>
                </a>
              ))}
            </th>
            <td class="number">
              <Count count={lastDay} outcome={outcome} hours={24} />
            </td>
            <td class="number">
              <Count count={lastWeek} outcome={outcome} hours={7 * 24} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Count({ count, outcome, hours }: { count: number; outcome: string; hours: number }) {
  if (count === 0) return <>0</>;
  return (
    <a
      href={hrefOf('journal', { outcome, from: hoursAgo(hours) })}
      aria-label={`${count} ${inWords(outcome)} in ${hours === 24 ? '24 hours' : '7 days'}`}
    >
      {formatCount(count)}
      {count === MAX_COUNTED && '+'}
    </a>
  );
}

/** The moment this many hours ago, rounded to the minute, so that the address stays the same for a while. */
function hoursAgo(hours: number): string {
  return `${new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 16)}:00Z`;
}
