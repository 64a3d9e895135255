import { useEffect, useRef } from 'preact/hooks';
import type { CalendarRoom, PriceStory, RatePlan } from '../api-types';
import { formatDay, formatPrice } from '../format';
import { useApi } from '../session';
import { Moment } from '../ui/moment';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { DerivationSteps } from './derivation-steps';
import { History } from './history';
import { PriceLine } from './price-line';
import { sentenceOf } from './sentence';

const POLL_MS = 2_000;
const HISTORY_LIMIT = 50;

/** Why a price is what it is: in a sentence, step by step, over time, and with the calls that made it so. */
export function StoryPanel({
  cell: { ratePlanId, date },
  rooms,
  onClose,
}: {
  cell: { ratePlanId: string; date: string };
  rooms: CalendarRoom[];
  onClose: () => void;
}) {
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const known = rooms.flatMap((room) => room.ratePlans).find((plan) => plan.id === ratePlanId);
  const plan = useLoad((signal) => api.get<RatePlan>(`ratePlans/${ratePlanId}`, {}, signal), [ratePlanId]);
  const story = useLoad(
    (signal) =>
      api.get<PriceStory>(`ratePlans/${ratePlanId}/prices/${date}`, { limit: HISTORY_LIMIT }, signal),
    [ratePlanId, date],
    POLL_MS,
  );
  const name = plan.data?.name ?? known?.name ?? `rate plan ${ratePlanId}`;
  const currency = plan.data?.currency ?? known?.currency ?? '';
  // Whoever has opened it goes on in it; an address that is opened with it takes no focus.
  useEffect(() => {
    if (document.activeElement?.matches('.cell')) heading.current?.focus();
  }, []);
  const { data, error } = story;
  return (
    <aside
      class="story"
      aria-label={`Story of ${name}, ${date}`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div class="story-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi class="long-name">{name}</bdi>
          <span class="muted">{formatDay(date)}</span>
        </h2>
        <button type="button" class="quiet" aria-label="Close the story" onClick={onClose}>
          ✕
        </button>
      </div>
      {error && !data && <Failure error={error} retry={story.reload} />}
      {!data && !error && <Loading what="the story" />}
      {data && (
        <>
          <p class="price">
            {data.price === null ? 'Not set' : `${formatPrice(data.price)} ${currency}`}
            <span class="badge">{originOf(data)}</span>
          </p>
          <p>{sentenceOf(data, plan.data)}</p>
          {data.held && (
            <p class="notice">
              {formatPrice(data.held.price)} was pushed on <Moment at={data.held.heldAt} /> and is held.
              Release or discard it on the page of held prices.
            </p>
          )}
          <DerivationSteps story={data} rooms={rooms} />
          <PriceLine history={data.history} currency={currency} />
          <History story={data} ratePlanId={ratePlanId} date={date} />
        </>
      )}
    </aside>
  );
}

function originOf({ origin, price, derivation }: PriceStory): string {
  if (origin === 'derived') return 'derived';
  if (origin === 'notSet' || price === null) return 'not set';
  return derivation ? 'overridden' : 'pushed';
}
