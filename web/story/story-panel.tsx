import type { CalendarRoom, HistoryEntry, PriceStory, RatePlan } from '../api-types';
import { CellSale } from '../closures/cell-sale';
import { formatDay, formatMoment, formatPrice } from '../format';
import { justAfter } from '../moment';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { DerivationSteps } from './derivation-steps';
import { HeldNotice } from './held-notice';
import { History } from './history';
import { HistoryItem } from './history-item';
import { Panel } from './panel';
import { PriceLine } from './price-line';
import { PushActions } from './push-actions';
import { RestrictionHistory } from './restriction-history';
import { RulePrice } from './rule-price';
import { KINDS, madeBy, sentenceOf } from './sentence';
import { useNames } from '../use-names';

const POLL_MS = 2_000;
const HISTORY_LIMIT = 50;

/** Explains a present or past price in a sentence and step by step, with its history and its calls. */
export function StoryPanel({
  cell: { ratePlanId, date },
  at,
  rooms,
  index,
  onChanged,
  onClose,
}: {
  cell: { ratePlanId: string; date: string };
  at: string | null;
  rooms: CalendarRoom[];
  /** The index of the date. */
  index: number;
  onChanged: () => void;
  onClose: () => void;
}) {
  const api = useApi();
  const room = rooms.find(({ ratePlans }) => ratePlans.some(({ id }) => id === ratePlanId));
  const known = room?.ratePlans.find(({ id }) => id === ratePlanId);
  const plan = useLoad((signal) => api.get<RatePlan>(`ratePlans/${ratePlanId}`, {}, signal), [ratePlanId]);
  // The history up to this moment begins with the price at `at`.
  const cursor = at === null ? undefined : justAfter(at);
  const read = (from: string | undefined, signal?: AbortSignal) =>
    api.get<PriceStory>(
      `ratePlans/${ratePlanId}/prices/${date}`,
      { limit: HISTORY_LIMIT, cursor: from },
      signal,
    );
  const story = useLoad(
    (signal) => read(cursor, signal),
    [ratePlanId, date, cursor],
    at === null ? POLL_MS : 0,
  );
  const roomId = plan.data?.roomId ?? room?.roomId ?? null;
  const named = useNames([roomId]);
  const of = roomId === null ? undefined : named(roomId);
  const name = plan.data?.name ?? known?.name ?? `rate plan ${ratePlanId}`;
  const currency = plan.data?.currency ?? known?.currency ?? '';
  const { data, error } = story;
  const last = data?.history[0];
  const cellName = `${ratePlanId},${date}`;
  return (
    <Panel
      label={`Story of ${name}, ${date}`}
      title={name}
      place={[of?.hotel ?? room?.propertyName, of?.room ?? room?.name].filter(Boolean).join(' · ')}
      ids={[roomId, ratePlanId].filter(Boolean).join(' · ')}
      day={formatDay(date)}
      onClose={onClose}
    >
      <CellSale room={room} ratePlanId={ratePlanId} date={date} index={index} at={at} onDone={onChanged} />
      {error && !data && <Failure error={error} retry={story.reload} />}
      {!data && !error && <Loading what="the story" />}
      {data && at !== null && (
        <>
          <p class="price">
            {priceOf(last?.price ?? null, currency)}
            <span class="badge">as of {formatMoment(at)}</span>
          </p>
          <p>
            {last
              ? `${priceOf(last.price, currency)}, ${madeBy(last)}.`
              : `Nothing had changed it since ${formatMoment(data.knownSince)}, when its known past begins.`}{' '}
            {data.price !== (last?.price ?? null) && `Now it is ${priceOf(data.price, currency)}. `}
            <a href={hrefOf('calendar', { from: date, days: 14, cell: cellName })}>The story of now</a>
          </p>
          <History story={data} read={read} show={showPrice} />
        </>
      )}
      {data && at === null && (
        <>
          <p class="price">
            {priceOf(data.price, currency)}
            <span class={`badge ${originOf(data) === 'overridden' ? 'verdict-held' : ''}`}>
              {originOf(data)}
            </span>
          </p>
          <p>{sentenceOf(data, plan.data)}</p>
          {data.held && (
            <HeldNotice
              held={data.held}
              price={data.price}
              ratePlanId={ratePlanId}
              date={date}
              onDone={story.reload}
            />
          )}
          {originOf(data) === 'overridden' && data.rulePrice !== null && (
            <RulePrice
              story={data}
              currency={currency}
              date={date}
              parentId={plan.data?.derivation?.from}
              onDone={story.reload}
            />
          )}
          {last && <PushActions requestId={last.requestId} at={last.at} date={date} cell={cellName} />}
          <DerivationSteps story={data} rooms={rooms} />
          <PriceLine history={data.history} currency={currency} />
          <History story={data} read={read} show={showPrice} />
        </>
      )}
      {data && (
        <RestrictionHistory
          ratePlanId={ratePlanId}
          date={date}
          cursor={cursor}
          limit={HISTORY_LIMIT}
          pollMs={at === null ? POLL_MS : 0}
        />
      )}
    </Panel>
  );
}

function showPrice(entry: HistoryEntry) {
  const value = entry.price === null ? 'not set' : formatPrice(entry.price);
  return <HistoryItem value={value} kind={KINDS[entry.kind]} isUndo={entry.kind === 'undo'} entry={entry} />;
}

function priceOf(price: string | null, currency: string): string {
  return price === null ? 'Not set' : `${formatPrice(price)} ${currency}`;
}

function originOf({ origin, price, rulePrice }: PriceStory): string {
  if (origin === 'derived') return 'derived';
  if (origin === 'notSet' || price === null) return 'not set';
  return rulePrice === null ? 'pushed' : 'overridden';
}
