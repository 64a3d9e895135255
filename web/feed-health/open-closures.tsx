import { useEffect, useRef } from 'preact/hooks';
import type { Closure, List } from '../api-types';
import { useAttention } from '../attention';
import { formatShortRange } from '../format';
import { OpenButton } from '../closures/open-button';
import { hrefOf, useHotel } from '../router';
import { useSession } from '../session';
import { Moment } from '../ui/moment';
import { More } from '../ui/more';
import { Place } from '../ui/place';
import { Failure } from '../ui/status';
import { useList } from '../use-list';

/** Lists the open closures, with who closed them, when and why, and a button that opens each. */
export function OpenClosures() {
  const { api, canDecide } = useSession();
  const hotel = useHotel();
  const attention = useAttention();
  const { items, error, hasMore, isLoading, loadMore, reload, refresh } = useList(
    (cursor, signal) =>
      api.get<List<Closure>>('closures', { open: 'true', propertyName: hotel, cursor }, signal),
    ({ id }) => id,
    [api, hotel],
  );
  const first = useRef(attention.data);
  // The summary links to this list, so both are read at the same intervals.
  useEffect(() => {
    if (attention.data !== first.current) refresh();
  }, [attention.data, refresh]);
  if (items.length === 0 && !error) return null;
  return (
    <section class="card" id="closures">
      <h2>Closed for sale</h2>
      <p class="muted small">
        People have closed these. The channel manager stays the source of prices and rooms left, but its
        pushes do not open them.
      </p>
      {error && <Failure error={error} retry={reload} />}
      {items.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Open closures">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Dates</th>
                <th scope="col">Why</th>
                <th scope="col">Who and when</th>
                {canDecide && <th scope="col">Open</th>}
              </tr>
            </thead>
            <tbody>
              {items.map((closure) => (
                <tr key={closure.id}>
                  <td class="name-cell">
                    <a href={hrefOf('calendar', calendarQuery(closure))}>
                      <Place roomId={closure.roomId} ratePlanId={closure.ratePlanId} withIds={false} />
                    </a>
                    {closure.ratePlanId === null && <span class="muted"> · all rate plans</span>}
                  </td>
                  <td>{formatShortRange(closure.from, closure.to)}</td>
                  <td class="name-cell">
                    <bdi>{closure.reason}</bdi>
                  </td>
                  <td class="name-cell">
                    <a href={hrefOf(`journal/${closure.id}`)}>
                      <bdi>{closure.createdBy ?? 'nobody'}</bdi>, <Moment at={closure.createdAt} />
                    </a>
                  </td>
                  {canDecide && (
                    <td class="row-actions">
                      <OpenButton
                        closure={closure}
                        onDone={() => {
                          reload();
                          attention.reload();
                        }}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasMore && !error && <More onMore={loadMore} isLoading={isLoading} />}
    </section>
  );
}

function calendarQuery({ roomId, ratePlanId, from }: Closure) {
  return { from, days: 14, roomId, cell: `${ratePlanId ?? `r${roomId}`},${from}` };
}
