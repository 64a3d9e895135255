import type { CalendarPlan, CalendarRoom } from '../api-types';
import { addDays, today } from '../dates';
import { formatCount } from '../format';
import { hrefOf } from '../router';
import { DAYS_AHEAD } from './use-feed';

const FEW = 12;

/** Plans with days on which nothing can be sold for want of a price, the most first. */
export function MissingPrices({ rooms }: { rooms: CalendarRoom[] }) {
  const missing = rooms
    .flatMap((room) => room.ratePlans.map((plan) => ({ room, plan, days: missingDays(plan) })))
    .filter(({ days }) => days.length > 0)
    .sort((a, b) => b.days.length - a.days.length);
  if (missing.length === 0) return <p class="muted">Every plan has a price on every day.</p>;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Rate plan</th>
            <th scope="col" class="number">
              Days
            </th>
          </tr>
        </thead>
        <tbody>
          {missing.slice(0, FEW).map(({ room, plan, days }) => (
            <tr key={plan.id}>
              <td class="name-cell">
                <a
                  href={hrefOf('calendar', {
                    search: room.name.slice(0, 200),
                    cell: `${plan.id},${days[0]}`,
                  })}
                >
                  <bdi>{plan.name}</bdi>
                </a>
                <span class="small muted block">
                  <bdi>{room.name}</bdi>
                </span>
              </td>
              <td class="number">
                {formatCount(days.length)} of {DAYS_AHEAD}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > FEW && <p class="muted small">and {formatCount(missing.length - FEW)} more plans</p>}
    </>
  );
}

/** No price, or no record at all: neither can be sold. */
function missingDays({ states }: CalendarPlan): string[] {
  return Array.from(states).flatMap((state, index) =>
    state === 'n' || state === '-' ? addDays(today(), index) : [],
  );
}
