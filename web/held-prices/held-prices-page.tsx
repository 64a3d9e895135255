import { useState } from 'preact/hooks';
import type { HeldPrice, HoldReason, List } from '../api-types';
import { formatCount, formatDay, formatPrice } from '../format';
import { hrefOf, useQueryState } from '../router';
import { useApi, useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { Moment } from '../ui/moment';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { usePlanNames } from '../use-plan-names';
import { rangesOf } from './ranges';

const REASONS: Record<HoldReason, string> = {
  belowMinimum: 'below the minimum',
  aboveMaximum: 'above the maximum',
  decrease: 'falls by too much',
  increase: 'rises by too much',
};

const keyOf = ({ ratePlanId, date }: HeldPrice) => `${ratePlanId},${date}`;

type Decision = 'release' | 'discard';
const DONE: Record<Decision, string> = { release: 'released', discard: 'discarded' };

/** Prices that were pushed past a guard, old and new side by side, for people to decide about. */
export function HeldPricesPage() {
  const api = useApi();
  const { isAdmin } = useSession();
  const [query] = useQueryState();
  const filter = { roomId: query.get('roomId'), ratePlanId: query.get('ratePlanId') };
  const list = useList(
    (cursor, signal) => api.get<List<HeldPrice>>('heldPrices', { ...filter, limit: 200, cursor }, signal),
    [filter.roomId, filter.ratePlanId],
  );
  const { items } = list;
  const names = usePlanNames(items.map(({ ratePlanId }) => ratePlanId));
  const [selection, setSelection] = useState<Set<string>>(new Set());
  const [asked, setAsked] = useState<{ decision: Decision; prices: HeldPrice[] }>();
  const [message, setMessage] = useState('');
  const selected = items.filter((item) => selection.has(keyOf(item)));
  const chosen = selected.length > 0 ? selected : items;

  const toggle = (keys: string[], isOn: boolean) => {
    const next = new Set(selection);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    setSelection(next);
  };
  const decide = async ({ decision, prices }: { decision: Decision; prices: HeldPrice[] }) => {
    let count = 0;
    for (const range of rangesOf(prices, items)) {
      count += (await api.post<{ records: number }>(`heldPrices/${decision}`, range)).records;
    }
    setMessage(`${formatCount(count)} ${count === 1 ? 'price was' : 'prices were'} ${DONE[decision]}.`);
    setSelection(new Set());
    list.reload();
  };
  const buttons = (prices: HeldPrice[], label: string) =>
    (['release', 'discard'] as const).map((decision) => (
      <button key={decision} type="button" onClick={() => setAsked({ decision, prices })}>
        {decision === 'release' ? 'Release' : 'Discard'} {label}
      </button>
    ));

  return (
    <>
      <h1>Held prices</h1>
      <p class="muted">
        These prices break a rule of their plan. They are not sold: release one to set it as it was pushed,
        discard it to keep the price of now.
      </p>
      <p role="status">{message}</p>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="held prices" />}
      {items.length === 0 && !list.isLoading && !list.error && (
        <Empty>No price is held. There is nothing to do.</Empty>
      )}
      {items.length > 0 && (
        <>
          {isAdmin && (
            <div class="actions">
              {buttons(chosen, selected.length > 0 ? `${formatCount(selected.length)} selected` : 'all')}
            </div>
          )}
          <div class="table-scroll" tabIndex={0} role="region" aria-label="Held prices">
            <table class="cards-when-narrow">
              <thead>
                <tr>
                  {isAdmin && (
                    <th scope="col">
                      <input
                        type="checkbox"
                        aria-label="Select all"
                        checked={selected.length === items.length}
                        onChange={(event) => toggle(items.map(keyOf), event.currentTarget.checked)}
                      />
                    </th>
                  )}
                  <th scope="col">Rate plan</th>
                  <th scope="col">Date</th>
                  <th scope="col" class="number">
                    Old
                  </th>
                  <th scope="col" class="number">
                    New
                  </th>
                  <th scope="col">Why</th>
                  <th scope="col">Pushed</th>
                  {isAdmin && <th scope="col">Decide</th>}
                </tr>
              </thead>
              <tbody>
                {items.map((item) => {
                  const name = names[item.ratePlanId] ?? `Rate plan ${item.ratePlanId}`;
                  const of = `${name}, ${item.date}`;
                  return (
                    <tr key={keyOf(item)}>
                      {isAdmin && (
                        <td>
                          <input
                            type="checkbox"
                            aria-label={`Select ${of}`}
                            checked={selection.has(keyOf(item))}
                            onChange={(event) => toggle([keyOf(item)], event.currentTarget.checked)}
                          />
                        </td>
                      )}
                      <td class="name-cell">
                        <bdi>{name}</bdi>
                      </td>
                      <td>
                        <a href={hrefOf('calendar', { from: item.date, days: 14, cell: keyOf(item) })}>
                          <time dateTime={item.date}>{formatDay(item.date)}</time>
                        </a>
                      </td>
                      <td class="number" data-label="Old">
                        {item.price === null ? 'not set' : formatPrice(item.price)}
                      </td>
                      <td class="number strong" data-label="New">
                        {formatPrice(item.held)}
                      </td>
                      <td>{REASONS[item.reason]}</td>
                      <td>
                        <a href={hrefOf(`journal/${item.requestId}`)}>
                          <Moment at={item.heldAt} />
                        </a>
                      </td>
                      {isAdmin && (
                        <td class="row-actions">
                          <button
                            type="button"
                            aria-label={`Release ${of}`}
                            onClick={() => setAsked({ decision: 'release', prices: [item] })}
                          >
                            Release
                          </button>
                          <button
                            type="button"
                            aria-label={`Discard ${of}`}
                            onClick={() => setAsked({ decision: 'discard', prices: [item] })}
                          >
                            Discard
                          </button>
                        </td>
                      )}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          {list.hasMore && <More onMore={list.loadMore} isLoading={list.isLoading} />}
        </>
      )}
      {asked && (
        <Decide
          {...asked}
          onClose={() => setAsked(undefined)}
          onDecide={async () => {
            await decide(asked);
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

/** Asks once more, and says how many prices it is about. */
function Decide({
  decision,
  prices,
  onDecide,
  onClose,
}: {
  decision: Decision;
  prices: HeldPrice[];
  onDecide: () => Promise<void>;
  onClose: () => void;
}) {
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const count = `${formatCount(prices.length)} ${prices.length === 1 ? 'price' : 'prices'}`;
  const isRelease = decision === 'release';
  const run = () => {
    setBusy(true);
    onDecide().catch((failure: unknown) => {
      setError(failure as Error);
      setBusy(false);
    });
  };
  return (
    <Dialog title={isRelease ? 'Release held prices' : 'Discard held prices'} onClose={onClose}>
      <p>
        {isRelease
          ? `${count} will be set as pushed, past the rules of the plan. Derived prices follow.`
          : `${count} will be dropped. The prices of now stay.`}
      </p>
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="button" class={isRelease ? 'primary' : 'danger'} disabled={isBusy} onClick={run}>
          {isRelease ? 'Release' : 'Discard'} {count}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
