import type { ComponentChild, JSX } from 'preact';
import { Component } from 'preact';
import type { CalendarPlan, CalendarRoom } from '../api-types';
import { inWords } from '../format';
import { hrefOf } from '../router';
import { Ago } from '../ui/moment';
import type { Cell } from './cells';
import { priceCell, roomsCell } from './cells';

export interface Days {
  dates: string[];
  /** Of each date: weekend, today, or neither. */
  looks: string[];
}

/** For the height of a room that is not laid out: how many rows it has. */
function heightOf(room: CalendarRoom): Record<string, string> {
  return { '--plans': String(room.ratePlans.length) };
}

interface RoomRowsProps {
  room: CalendarRoom;
  days: Days;
  isPast: boolean;
}

/**
 * A room: its rooms left, and under them its plans in the order of their derivation. It is drawn anew only where
 * something of it has changed. A class, as `useMemo` would keep what a room was drawn with, and through it the whole
 * calendar of that moment.
 */
export class RoomRows extends Component<RoomRowsProps> {
  private days?: Days;
  /** What each cell said, by its place. */
  private names = new Map<string, string>();
  private round = 0;

  override shouldComponentUpdate({ room, days, isPast }: RoomRowsProps): boolean {
    return room !== this.props.room || days !== this.props.days || isPast !== this.props.isPast;
  }

  render({ room, days, isPast }: RoomRowsProps): ComponentChild {
    const before = this.days === days ? this.names : undefined;
    this.days = days;
    this.names = new Map();
    this.round++;
    const drawCell = (place: string, cell: Cell, look = '') => {
      this.names.set(place, cell.name);
      const isNew = before && before.get(place) !== cell.name;
      // Two looks of the same flash in turn, so that a second one begins anew.
      return gridCell(cell, isNew ? `${look} flash-${this.round % 2}` : look);
    };
    return (
      <div role="rowgroup" class="room" style={heightOf(room)} aria-label={room.name}>
        <div role="row" class="row row-room" data-row={`r${room.roomId}`}>
          <RoomHeader room={room} isPast={isPast} />
          {days.dates.map((date, index) => drawCell(date, roomsCell(room, date, index), days.looks[index]))}
        </div>
        {room.ratePlans.map((plan) => {
          const held = new Map(plan.held.map(({ date, price }) => [date, price]));
          return (
            <div role="row" class="row" data-row={plan.id} key={plan.id}>
              <PlanHeader plan={plan} />
              {days.dates.map((date, index) => {
                const cell = priceCell(plan, date, index, held.get(date));
                return drawCell(`${plan.id},${date}`, cell, days.looks[index]);
              })}
            </div>
          );
        })}
      </div>
    );
  }
}

function RoomHeader({ room, isPast }: { room: CalendarRoom; isPast: boolean }) {
  const { lastPush } = room;
  return (
    <div role="rowheader" class="row-header">
      <span class="row-name" title={room.name}>
        <bdi>{room.name}</bdi>
      </span>
      <span class="row-detail">
        {room.propertyName !== null && (
          <bdi class="property" title={room.propertyName}>
            {room.propertyName}
          </bdi>
        )}
        {lastPush ? (
          <a
            class={`push push-${lastPush.outcome}`}
            href={hrefOf(`journal/${lastPush.requestId}`)}
            tabIndex={-1}
          >
            {lastPush.outcome === 'applied' ? 'pushed' : inWords(lastPush.outcome)} <Ago at={lastPush.at} />
          </a>
        ) : (
          !isPast && <span class="push">never pushed</span>
        )}
      </span>
    </div>
  );
}

function PlanHeader({ plan }: { plan: CalendarPlan }) {
  return (
    <div role="rowheader" class={`row-header depth-${Math.min(plan.depth, 10)}`}>
      <span class="row-name" title={plan.name}>
        {plan.derivedFrom !== null && (
          <span class="branch" aria-hidden="true">
            └
          </span>
        )}
        <bdi>{plan.name}</bdi>
      </span>
      <span class="currency">{plan.currency}</span>
    </div>
  );
}

/**
 * Cells have no key: for other days the elements are used again, and the focus stays in its column. They have as few
 * attributes as can be, as there are thousands: where one is, its row and its place in it tell.
 */
function gridCell({ kind, text, tag, name }: Cell, look: string): JSX.Element {
  return (
    <div role="gridcell" class={`cell ${kind} ${look}`} aria-label={name} data-tag={tag ?? undefined}>
      {text}
    </div>
  );
}
