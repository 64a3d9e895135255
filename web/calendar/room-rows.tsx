import type { ComponentChild } from 'preact';
import { Component } from 'preact';
import type { CalendarPlan, CalendarRoom } from '../api-types';
import { inWords } from '../format';
import { hrefOf } from '../router';
import { Ago } from '../ui/moment';
import { priceCell, roomsCell } from './cells';
import type { Days } from './row-cells';
import { RowCells } from './row-cells';

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
  override shouldComponentUpdate({ room, days, isPast }: RoomRowsProps): boolean {
    return room !== this.props.room || days !== this.props.days || isPast !== this.props.isPast;
  }

  render({ room, days, isPast }: RoomRowsProps): ComponentChild {
    return (
      <div role="rowgroup" class="room" aria-label={room.name}>
        <div role="presentation" class="rows" style={heightOf(room)}>
          <div role="row" class="row row-room" data-row={`r${room.roomId}`}>
            <RoomHeader room={room} isPast={isPast} />
            <RowCells days={days} cellOf={(date, index) => roomsCell(room, date, index)} />
          </div>
          {room.ratePlans.map((plan) => {
            const held = new Map(plan.held.map(({ date, price }) => [date, price]));
            return (
              <div role="row" class="row" data-row={plan.id} key={plan.id}>
                <PlanHeader plan={plan} />
                <RowCells
                  days={days}
                  cellOf={(date, index) => priceCell(plan, date, index, held.get(date))}
                />
              </div>
            );
          })}
        </div>
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
