import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
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

/** The place of a room that is not drawn yet. */
export function RoomPlace({ room }: { room: CalendarRoom }) {
  return <div class="room place" style={heightOf(room)} data-room={room.roomId} />;
}

/** For the height of a room that is not laid out: how many rows it has. */
function heightOf(room: CalendarRoom): Record<string, string> {
  return { '--plans': String(room.ratePlans.length) };
}

/** A room: its rooms left, and under them its plans in the order of their derivation. */
export function RoomRows({ room, days, isPast }: { room: CalendarRoom; days: Days; isPast: boolean }) {
  const shown = useRef<{ days: Days; texts: Map<string, string>; round: number }>(undefined);
  return useMemo(() => {
    const before = shown.current?.days === days ? shown.current : undefined;
    const round = (before?.round ?? 0) + 1;
    const texts = new Map<string, string>();
    // Two looks of the same flash in turn, so that a second one begins anew.
    const flashOf = (key: string, text: string) => {
      texts.set(key, text);
      return before && before.texts.get(key) !== text ? ` flash-${round % 2}` : '';
    };
    const rows = (
      <div role="rowgroup" class="room" style={heightOf(room)} aria-label={room.name} data-room={room.roomId}>
        <div role="row" class="row row-room">
          <RoomHeader room={room} isPast={isPast} />
          {days.dates.map((date, index) => {
            const cell = roomsCell(room, date, index);
            return gridCell(`r${room.roomId}`, date, cell, `${days.looks[index]}${flashOf(date, cell.name)}`);
          })}
        </div>
        {room.ratePlans.map((plan) => {
          const held = new Map(plan.held.map(({ date, price }) => [date, price]));
          return (
            <div role="row" class="row" key={plan.id}>
              <PlanHeader plan={plan} />
              {days.dates.map((date, index) => {
                const cell = priceCell(plan, date, index, held.get(date));
                const flash = flashOf(`${plan.id},${date}`, cell.name);
                return gridCell(plan.id, date, cell, `${days.looks[index]}${flash}`);
              })}
            </div>
          );
        })}
      </div>
    );
    shown.current = { days, texts, round };
    return rows;
  }, [room, days, isPast]);
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

/** Cells have no key: for other days the elements are used again, and the focus stays in its column. */
function gridCell(row: string, date: string, { kind, text, tag, name }: Cell, look: string): JSX.Element {
  return (
    <div
      role="gridcell"
      class={`cell ${kind} ${look}`}
      tabIndex={-1}
      aria-label={name}
      data-row={row}
      data-date={date}
      data-tag={tag ?? undefined}
    >
      {text}
    </div>
  );
}
