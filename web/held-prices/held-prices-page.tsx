import { useState } from 'preact/hooks';
import type { HeldPrice } from '../api-types';
import { formatChange, formatCount, formatDay, formatPrice } from '../format';
import { placeText } from '../names';
import { hrefOf, useHotel, useQueryState } from '../router';
import { useSession } from '../session';
import { Moment } from '../ui/moment';
import { ExportButton } from '../ui/export-button';
import { More } from '../ui/more';
import { Place } from '../ui/place';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { decideRanges } from './decide';
import { DecideDialog } from './decide-dialog';
import type { Decision } from './decision';
import { REASONS, decidedInWords } from './decision';
import { today } from '../zone';
import type { HeldRange, ReadHeldPrice } from './ranges';
import { rangesOf } from './ranges';
import { readAllHeldPrices, readHeldPrices } from './read';
import { useNames } from '../use-names';

const keyOf = ({ ratePlanId, date }: HeldPrice) => `${ratePlanId},${date}`;

/** The prices of a dialog, and the ranges that contain them and nothing else. */
interface Asked {
  decision: Decision;
  prices: HeldPrice[];
  ranges: HeldRange[];
}

/** The prices that guards hold, old and new side by side, for people to decide on. */
export function HeldPricesPage() {
  const { api, canDecide } = useSession();
  const [query] = useQueryState();
  const hotel = useHotel();
  const filter = {
    propertyName: hotel,
    roomId: query.get('roomId') ?? undefined,
    ratePlanId: query.get('ratePlanId') ?? undefined,
  };
  const list = useList((cursor, signal) => readHeldPrices(api, filter, cursor, signal), keyOf, [
    hotel,
    filter.roomId,
    filter.ratePlanId,
  ]);
  const { items } = list;
  const named = useNames(items.map(({ roomId }) => roomId));
  const [selection, setSelection] = useState<Set<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();
  const [message, setMessage] = useState('');
  const selected = items.filter((item) => selection.has(keyOf(item)));

  const toggle = (keys: string[], isOn: boolean) => {
    const next = new Set(selection);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    setSelection(next);
  };
  const decide = async ({ decision, prices, ranges }: Asked) => {
    setMessage(decidedInWords(decision, prices.length, await decideRanges(api, decision, ranges)));
    setSelection(new Set());
    list.reload();
  };
  const askAbout = (decision: Decision, prices: ReadHeldPrice[], all = prices) =>
    setAsked({ decision, prices, ranges: rangesOf(prices, all) });
  /** Asks about the chosen prices, or about all of them, including those that are not loaded yet. */
  const ask = async (decision: Decision) => {
    try {
      if (selected.length > 0) askAbout(decision, selected, items);
      else askAbout(decision, list.hasMore ? await readAllHeldPrices(api, filter) : items);
    } catch (failure) {
      setMessage((failure as Error).message);
    }
  };
  const buttons = (label: string) =>
    (['release', 'discard'] as const).map((decision) => (
      <button key={decision} type="button" onClick={() => void ask(decision)}>
        {decision === 'release' ? 'Release' : 'Discard'} {label}
      </button>
    ));

  return (
    <>
      <h1>Held prices</h1>
      <p class="muted">
        These prices break a rule of their plan. The old price stays on sale: release a price to sell it as it
        was pushed, discard it to keep the old one.
      </p>
      <p role="status">{message}</p>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="held prices" />}
      {items.length === 0 && !list.isLoading && !list.error && (
        <Empty>No price is held. There is nothing to do.</Empty>
      )}
      {items.length > 0 && (
        <>
          <div class="actions">
            {canDecide && buttons(selected.length > 0 ? `${formatCount(selected.length)} selected` : 'all')}
            <ExportButton name={`held-prices-${today()}`} path="heldPrices" query={{ ...filter }} />
          </div>
          <div class="table-scroll" tabIndex={0} role="region" aria-label="Held prices">
            <table class="cards-when-narrow">
              <thead>
                <tr>
                  {canDecide && (
                    <th scope="col">
                      <input
                        type="checkbox"
                        aria-label="Select all"
                        checked={selected.length === items.length}
                        onChange={(event) => toggle(items.map(keyOf), event.currentTarget.checked)}
                      />
                    </th>
                  )}
                  <th scope="col">Where</th>
                  <th scope="col">Date</th>
                  <th scope="col" class="number">
                    Old
                  </th>
                  <th scope="col" class="number">
                    New
                  </th>
                  <th scope="col" class="number">
                    Change
                  </th>
                  <th scope="col">Why</th>
                  <th scope="col">Pushed</th>
                  {canDecide && <th scope="col">Decide</th>}
                </tr>
              </thead>
              <tbody>
                {items.map((item) => {
                  const name = placeText(named(item.roomId), item.roomId, item.ratePlanId);
                  const of = `${name}, ${item.date}`;
                  return (
                    <tr key={keyOf(item)}>
                      {canDecide && (
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
                        <Place roomId={item.roomId} ratePlanId={item.ratePlanId} />
                      </td>
                      <td>
                        <a
                          href={hrefOf('calendar', {
                            from: item.date,
                            days: 14,
                            roomId: item.roomId,
                            cell: keyOf(item),
                          })}
                        >
                          <time dateTime={item.date}>{formatDay(item.date)}</time>
                        </a>
                      </td>
                      <td class="number" data-label="Old">
                        {item.price === null ? 'not set' : formatPrice(item.price)}
                      </td>
                      <td class="number strong" data-label="New">
                        {formatPrice(item.held)}
                      </td>
                      <td class="number" data-label="Change">
                        {formatChange(item.price, item.held) || '–'}
                      </td>
                      <td>{REASONS[item.reason]}</td>
                      <td>
                        <a href={hrefOf(`journal/${item.requestId}`)}>
                          <Moment at={item.heldAt} />
                        </a>
                      </td>
                      {canDecide && (
                        <td class="row-actions">
                          <button
                            type="button"
                            aria-label={`Release ${of}`}
                            onClick={() => askAbout('release', [item])}
                          >
                            Release
                          </button>
                          <button
                            type="button"
                            aria-label={`Discard ${of}`}
                            onClick={() => askAbout('discard', [item])}
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
        <DecideDialog
          decision={asked.decision}
          prices={asked.prices}
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
