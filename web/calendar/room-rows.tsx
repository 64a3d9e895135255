import type { ComponentChild } from 'preact';
import { Component } from 'preact';
import type { CalendarPlan, CalendarRoom } from '../api-types';
import { formatCount, inWords } from '../format';
import { hrefOf } from '../router';
import { Ago } from '../ui/moment';
import type { EarlierPrices } from './cells';
import { priceCells, roomsCell } from './cells';
import type { Days } from './row-cells';
import { RowCells } from './row-cells';
import type { EarlierRoom } from './use-earlier-rooms';

interface RoomRowsProps {
  room: CalendarRoom;
  /** The present room, if the page shows its past; null if it was deleted. */
  now: CalendarRoom | null | undefined;
  /** The room before a large change of its prices in the last day, if the page shows the present. */
  earlier: EarlierRoom | undefined;
  /** Whether this is the first room of another hotel. */
  isFirstOfHotel: boolean;
  days: Days;
  isPast: boolean;
  showsDerived: boolean;
  onFold: (roomId: string) => void;
}

/**
 * The rows of a room: its rooms left, and then its plans in the order of their derivation. It is redrawn only when its
 * own data changes. It is a class because `useMemo` would keep the props of the last render, and through them the whole
 * calendar of that moment.
 */
export class RoomRows extends Component<RoomRowsProps> {
  override shouldComponentUpdate(next: RoomRowsProps): boolean {
    const names = ['room', 'now', 'earlier', 'days', 'isPast', 'showsDerived', 'isFirstOfHotel'] as const;
    return names.some((name) => next[name] !== this.props[name]);
  }

  render({
    room,
    now,
    earlier,
    isFirstOfHotel,
    days,
    isPast,
    showsDerived,
    onFold,
  }: RoomRowsProps): ComponentChild {
    const plans = room.ratePlans.filter(({ derivedFrom }) => showsDerived || derivedFrom === null);
    const currencies = new Set(room.ratePlans.map(({ currency }) => currency));
    return (
      <div role="rowgroup" class={`room ${plans.length > 1 ? 'is-tall' : ''}`} aria-label={room.name}>
        {isFirstOfHotel && (
          <div role="row" class="row-hotel">
            <div role="rowheader" class="row-header">
              <bdi>{room.propertyName}</bdi>
            </div>
          </div>
        )}
        <div role="presentation" class="rows" style={{ '--plans': String(plans.length) }}>
          <div role="row" class="row row-room" data-row={`r${room.roomId}`}>
            <RoomHeader
              room={room}
              isPast={isPast}
              showsDerived={showsDerived}
              currency={currencies.size === 1 ? [...currencies][0] : undefined}
              onFold={onFold}
            />
            <RowCells days={days} cellOf={(date, index) => roomsCell(room, date, index, now)} />
          </div>
          {plans.map((plan) => {
            const present = now?.ratePlans.find(({ id }) => id === plan.id);
            const then = now === undefined ? undefined : now && present ? { room: now, plan: present } : null;
            return (
              <div role="row" class="row" data-row={plan.id} key={plan.id}>
                <PlanHeader plan={plan} withCurrency={currencies.size > 1} />
                <RowCells days={days} cellOf={priceCells(room, plan, then, pricesOf(earlier, plan.id))} />
              </div>
            );
          })}
        </div>
      </div>
    );
  }
}

function RoomHeader({
  room,
  isPast,
  showsDerived,
  currency,
  onFold,
}: {
  room: CalendarRoom;
  isPast: boolean;
  showsDerived: boolean;
  currency: string | undefined;
  onFold: (roomId: string) => void;
}) {
  const { lastPush, propertyName } = room;
  const derived = room.ratePlans.filter(({ derivedFrom }) => derivedFrom !== null);
  const odd = derived.filter(({ held, states }) => held.length > 0 || states.includes('o')).length;
  return (
    <div role="rowheader" class="row-header">
      <span class="row-name" title={[propertyName, room.name].filter(Boolean).join(' · ')}>
        <bdi>{room.name}</bdi>
      </span>
      {!isPast && (lastPush === null || lastPush.outcome !== 'applied') && <LastPush lastPush={lastPush} />}
      {derived.length > 0 && (
        <button
          type="button"
          class={`fold ${odd > 0 && !showsDerived ? 'is-odd' : ''}`}
          tabIndex={-1}
          aria-expanded={showsDerived}
          aria-label={`${formatCount(derived.length)} derived plans of ${room.name}`}
          title={
            odd > 0
              ? `${odd} of ${derived.length} derived plans have a held or overridden price`
              : `${derived.length} derived plans`
          }
          onClick={() => onFold(room.roomId)}
        >
          <span aria-hidden="true">{showsDerived ? '▾' : '▸'} </span>
          {formatCount(derived.length)}
          {odd > 0 && !showsDerived && <span aria-hidden="true"> !</span>}
        </button>
      )}
      {currency !== undefined && <span class="currency">{currency}</span>}
    </div>
  );
}

function LastPush({ lastPush }: Pick<CalendarRoom, 'lastPush'>) {
  if (!lastPush) return <span class="push">never pushed</span>;
  return (
    <a class="push" href={hrefOf(`journal/${lastPush.requestId}`)} tabIndex={-1}>
      {inWords(lastPush.outcome)} <Ago at={lastPush.at} />
    </a>
  );
}

function PlanHeader({ plan, withCurrency }: { plan: CalendarPlan; withCurrency: boolean }) {
  return (
    <div role="rowheader" class={`row-header depth-${Math.min(plan.depth, 10)}`}>
      <span class="row-name is-plan" title={plan.name}>
        {plan.derivedFrom !== null && (
          <span class="branch" aria-hidden="true">
            └
          </span>
        )}
        <bdi>{plan.name}</bdi>
      </span>
      {withCurrency && <span class="currency">{plan.currency}</span>}
    </div>
  );
}

function pricesOf(earlier: EarlierRoom | undefined, ratePlanId: string): EarlierPrices | undefined {
  const plan = earlier?.room.ratePlans.find(({ id }) => id === ratePlanId);
  return earlier && plan && { prices: plan.prices, percent: earlier.percent };
}
