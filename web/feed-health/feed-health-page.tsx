import { useAttention } from '../attention';
import type { FeedHealth } from '../api-types';
import { useHotel } from '../router';
import { useSession } from '../session';
import { Empty, Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { OpenClosures } from './open-closures';
import { Hotels } from './hotels';
import { MoreHotels } from './more-hotels';
import { Problems } from './problems';
import { PushesOfDay } from './pushes-by-hour';
import { Summary } from './summary';

const EVERY_MS = 30_000;

/** The health of the channel manager's feed: problems first, then a line for each hotel. */
export function FeedHealthPage() {
  const { api, settings } = useSession();
  const hotel = useHotel();
  const attention = useAttention();
  const health = useLoad(
    (signal) => api.get<FeedHealth>('feedHealth', { limit: 1, propertyName: hotel }, signal),
    [api, hotel],
    EVERY_MS,
  );
  const { data, error } = attention;
  return (
    <>
      <h1>Feed health</h1>
      {error && <Failure error={error} retry={attention.reload} />}
      {!data && !error && <Loading what="hotels" />}
      {data && (
        <>
          <Summary attention={data} />
          <OpenClosures />
          <section class="card">
            <h2>Hotels</h2>
            {data.hotels.length > 0 ? (
              <Hotels hotels={data.hotels} isOpen={hotel !== undefined || data.totals.total === 1} />
            ) : hotel === undefined ? (
              <Empty>There are no rooms yet. Create one on the page Rate plans.</Empty>
            ) : (
              <Empty>No room belongs to {hotel}.</Empty>
            )}
            {data.totals.total > data.hotels.length && (
              <MoreHotels attention={data} onMore={attention.showMore} />
            )}
            <p class="muted small">
              A room is silent when nothing has been pushed for {settings.silenceHours} hours. Missing prices
              are those of the next 30 days. A price change is large above {settings.largeChangePercent} %.
            </p>
          </section>
        </>
      )}
      <PushesOfDay />
      <section class="card" id="problems">
        <h2>Calls with a problem</h2>
        {health.error && <Failure error={health.error} retry={health.reload} />}
        {!health.error && !health.data && <Loading what="the journal" />}
        {health.data && <Problems problems={health.data.problems} />}
      </section>
    </>
  );
}
