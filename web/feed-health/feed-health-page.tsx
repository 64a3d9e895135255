import type { ComponentChildren } from 'preact';
import { formatCount } from '../format';
import { hrefOf } from '../router';
import { Failure, Loading } from '../ui/status';
import type { Loaded } from '../use-load';
import { Problems } from './problems';
import { RoomsByPush } from './rooms-by-push';
import { useFeed } from './use-feed';

/** Whether the channel manager's feed is well: who is silent, what was refused, and what is missing. */
export function FeedHealthPage() {
  const { health, held, mails, showMore } = useFeed();
  return (
    <>
      <h1>Feed health</h1>
      <div class="health">
        <Part title="Rooms by their last push" of={health} what="rooms" wide>
          {(data) => <RoomsByPush health={data} showMore={showMore} />}
        </Part>
        <Part title="Calls with a problem" of={health} what="the journal">
          {({ problems }) => <Problems problems={problems} />}
        </Part>
        <Part title="Held prices" of={held} what="held prices">
          {({ items, nextCursor }) => (
            <>
              <Figure
                count={items.length}
                hasMore={nextCursor !== null}
                href={hrefOf('held-prices')}
                one="price waits for a decision"
                many="prices wait for a decision"
                none="No price is held."
              />
              {health.data && (
                <p class="muted small">
                  Pushes with held prices: {formatCount(health.data.held.lastDay)} in 24 hours,{' '}
                  {formatCount(health.data.held.lastWeek)} in 7 days.
                </p>
              )}
            </>
          )}
        </Part>
        <Part title="Mails" of={mails} what="mails">
          {({ items, nextCursor }) => (
            <Figure
              count={items.length}
              hasMore={nextCursor !== null}
              href={hrefOf('mails', { state: 'failed' })}
              one="mail has failed"
              many="mails have failed"
              none="No mail has failed."
            />
          )}
        </Part>
      </div>
    </>
  );
}

/** A part of the page, which loads and fails by itself. */
function Part<T>({
  title,
  of: { data, error, reload },
  what,
  wide = false,
  children,
}: {
  title: string;
  of: Loaded<T>;
  what: string;
  wide?: boolean;
  children: (data: T) => ComponentChildren;
}) {
  return (
    <section class={`card ${wide ? 'wide' : ''}`}>
      <h2>{title}</h2>
      {error && <Failure error={error} retry={reload} />}
      {!error && !data && <Loading what={what} />}
      {data && children(data)}
    </section>
  );
}

function Figure(of: {
  count: number;
  hasMore: boolean;
  href: string;
  one: string;
  many: string;
  none: string;
}) {
  if (of.count === 0) return <p class="muted">{of.none}</p>;
  return (
    <p>
      <a href={of.href}>
        <strong class="figure">
          {formatCount(of.count)}
          {of.hasMore && '+'}
        </strong>{' '}
        {of.count === 1 ? of.one : of.many}
      </a>
    </p>
  );
}
