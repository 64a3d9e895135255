import type { FeedHealth } from '../api-types';
import { formatCount, inWords } from '../format';
import { hrefOf } from '../router';
import { Ago } from '../ui/moment';
import { Empty } from '../ui/status';

const PERIODS = [
  ['withinHour', 'within 1 hour'],
  ['withinDay', 'within 24 hours'],
  ['withinWeek', 'within 7 days'],
  ['earlier', 'longer ago'],
  ['never', 'never'],
] as const;

/** How many rooms were last pushed when, and which: the longest silent first. */
export function RoomsByPush({
  health: { rooms, items, nextCursor },
  showMore,
}: {
  health: FeedHealth;
  /** Missing where no more can be shown. */
  showMore: (() => void) | undefined;
}) {
  if (rooms.total === 0) return <Empty>There are no rooms yet. Make one on the page of rate plans.</Empty>;
  return (
    <>
      <dl class="periods">
        {PERIODS.map(([period, words]) => (
          <div key={period}>
            <dt>{words}</dt>
            <dd class="figure">{formatCount(rooms[period])}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col">Last push</th>
            <th scope="col" class="number">
              Missing prices
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ roomId, name, propertyName, lastPush, missingPrices }) => (
            <tr key={roomId}>
              <td class="name-cell">
                <a href={hrefOf('calendar', { search: name.slice(0, 200) })}>
                  <bdi>{name}</bdi>
                </a>
                {propertyName !== null && (
                  <span class="small muted block">
                    <bdi>{propertyName}</bdi>
                  </span>
                )}
              </td>
              <td>
                {lastPush ? (
                  <a href={hrefOf(`journal/${lastPush.requestId}`)}>
                    <Ago at={lastPush.at} />
                    {lastPush.outcome !== 'applied' && `, ${inWords(lastPush.outcome)}`}
                  </a>
                ) : (
                  <span class="badge outcome-emptyList">never</span>
                )}
              </td>
              <td class="number">
                {missingPrices > 0 ? <strong>{formatCount(missingPrices)}</strong> : 'none'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted small">Missing prices are those of the next 30 days.</p>
      {nextCursor !== null &&
        (showMore ? (
          <button type="button" onClick={showMore}>
            Show more rooms
          </button>
        ) : (
          <p class="muted small">
            The {formatCount(items.length)} that have been silent for the longest time, of{' '}
            {formatCount(rooms.total)}.
          </p>
        ))}
    </>
  );
}
