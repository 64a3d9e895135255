import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CalendarRoom } from '../api-types';
import { datesFrom, isWeekend } from '../dates';
import { today } from '../zone';
import { formatDay, formatMonthName, formatWeekday } from '../format';
import { cellAt, findCell, focusCell, positionOf } from './cell-elements';
import { lettersOf } from './cells';
import { useGridKeys } from './keyboard';
import type { Selection } from './selection';
import { useSelection } from './selection';
import { RoomRows } from './room-rows';
import type { Days } from './row-cells';
import type { CalendarPageData } from './use-calendar';
import type { EarlierRoom } from './use-earlier-rooms';
import type { CalendarView } from './view';

/**
 * A grid with a column for each date and a row for each room and plan. It is one tab stop. Enter or a press opens the
 * story of a price.
 */
export function Grid({
  pages,
  earlier,
  from,
  days: count,
  isPast,
  isUnfolded,
  onFold,
  open: openCell,
  onOpen,
  onTurn,
  onClose,
  setInView,
  selection,
  isPressing,
  onSelect,
  onShut,
}: {
  pages: CalendarPageData[];
  /** The rooms with large changes of prices, as they were before, by their ids. */
  earlier: Map<string, EarlierRoom> | undefined;
  from: string;
  days: number;
  isPast: boolean;
  /** Whether the derived plans of a room are shown. */
  isUnfolded: (room: CalendarRoom) => boolean;
  onFold: (roomId: string) => void;
  /** The cell whose story is open. */
  open: CalendarView['cell'];
  onOpen: (row: string, date: string) => void;
  onTurn: (direction: 1 | -1) => void;
  onClose: () => void;
  setInView: (page: number, isInView: boolean) => void;
  /** The cells that are selected, to close them for sale. */
  selection: Selection | null;
  /** Whether a press on a cell selects it. */
  isPressing: boolean;
  /** Undefined if nothing can be closed. */
  onSelect: ((selection: Selection | null) => void) | undefined;
  onShut: () => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  const days = useMemo(() => daysOf(from, count), [from, count, today()]);
  const open = (cell: HTMLElement) => {
    const { row, column } = positionOf(cell);
    const date = days.dates[column];
    if (date !== undefined) onOpen(row, date);
  };
  const before = Array.from(earlier?.values() ?? [], ({ room }) => room);
  const letters = lettersOf(roomsOf(pages), before);
  const selecting = useSelection(element, days.dates, selection, isPressing, onSelect ?? ignore);
  useEffect(() => markOpen(element.current, openCell, days));
  const keys = useGridKeys(
    element,
    { open, turn: onTurn, close: onClose, fold: onFold, shut: onShut },
    onSelect && selecting,
  );
  return (
    <div
      ref={element}
      role="grid"
      aria-label={`Calendar from ${days.dates[0]} to ${days.dates.at(-1)}`}
      aria-multiselectable={onSelect !== undefined}
      class={`grid ${isPressing ? 'is-selecting' : ''}`}
      style={{ '--days': String(count), '--letters': String(letters) }}
      onFocusIn={keys.onFocusIn}
      onKeyDown={keys.onKeyDown}
      onPointerDown={onSelect && selecting.onPointerDown}
      onPointerOver={onSelect && selecting.onPointerOver}
      onClick={(event) => {
        const cell = cellAt(event.target);
        if (!cell) return;
        const isSelecting = onSelect && selecting.takePress(event, cell, cellAt(document.activeElement));
        focusCell(cell);
        if (!isSelecting) open(cell);
      }}
    >
      <DayHeaders days={days} />
      {pages.map((page, index) => (
        <PageOfRooms key={index} index={index} setInView={setInView}>
          {page.data.items.map((room, place) => (
            <RoomRows
              key={room.roomId}
              isFirstOfHotel={
                room.propertyName !== null &&
                room.propertyName !==
                  (place > 0 ? page.data.items[place - 1] : pages[index - 1]?.data.items.at(-1))?.propertyName
              }
              room={room}
              now={isPast ? (page.now.get(room.roomId) ?? null) : undefined}
              earlier={earlier?.get(room.roomId)}
              days={days}
              isPast={isPast}
              showsDerived={isUnfolded(room)}
              onFold={onFold}
            />
          ))}
        </PageOfRooms>
      ))}
    </div>
  );
}

const ignore = () => undefined;

/** Sets the attribute directly on the element, so that opening a story redraws no room. */
function markOpen(grid: HTMLElement | null, cell: CalendarView['cell'], { dates }: Days): void {
  const open = grid && cell && findCell(grid, { row: cell.row, column: dates.indexOf(cell.date) });
  for (const other of grid?.querySelectorAll('[aria-selected]:not([data-chosen])') ?? []) {
    if (other !== open) other.removeAttribute('aria-selected');
  }
  open?.setAttribute('aria-selected', 'true');
}

/** A page of rooms; new values are asked for only while it is in view. */
function PageOfRooms({
  index,
  setInView,
  children,
}: {
  index: number;
  setInView: (page: number, isInView: boolean) => void;
  children: preact.ComponentChildren;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setInView(index, entries.at(-1)?.isIntersecting ?? false),
    );
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      setInView(index, false);
    };
  }, [index, setInView]);
  return (
    <div role="presentation" ref={element}>
      {children}
    </div>
  );
}

function DayHeaders({ days }: { days: Days }) {
  return (
    <div role="rowgroup" class="days">
      <div role="row" class="row-days">
        <div role="columnheader" class="row-header corner">
          Room and rate plan
        </div>
        {days.dates.map((date, index) => (
          <div
            key={date}
            role="columnheader"
            class={`day ${days.looks[index]}`}
            aria-label={date}
            title={formatDay(date)}
          >
            <span class="weekday">
              {index === 0 || date.endsWith('-01') ? (
                <strong>{formatMonthName(date)}</strong>
              ) : (
                formatWeekday(date)
              )}
            </span>
            <span class="day-number">{Number(date.slice(8))}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function daysOf(from: string, count: number): Days {
  const now = today();
  const dates = datesFrom(from, count);
  return {
    dates,
    looks: dates.map((date) => `${isWeekend(date) ? 'weekend' : ''}${date === now ? ' today' : ''}`),
  };
}

export function roomsOf(pages: CalendarPageData[]): CalendarRoom[] {
  return pages.flatMap((page) => page.data.items);
}
