import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CalendarRoom } from '../api-types';
import { daysBetween } from '../dates';
import { formatCount, formatMoment, formatRange, formatTime } from '../format';
import { RoomsLeftPanel } from '../story/rooms-left-panel';
import { StoryPanel } from '../story/story-panel';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { ExportButton } from '../ui/export-button';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { timeZone } from '../zone';
import type { CellPosition } from './cell-elements';
import { findCell, focusCell } from './cell-elements';
import { Grid, roomsOf } from './grid';
import { Legend } from './legend';
import type { Selection } from './selection';
import { SelectionBar } from './selection-bar';
import { Toolbar } from './toolbar';
import { useCalendar } from './use-calendar';
import { useEarlierRooms } from './use-earlier-rooms';
import type { CalendarView } from './view';
import { queryOf, shift, useCalendarView } from './view';

/** The rooms left and prices of many rooms, now or at an earlier moment, with the story of a price beside them. */
export function CalendarPage() {
  const { canDecide } = useSession();
  const [view, change] = useCalendarView();
  const { pages, isLoading, error, offlineSince, hasMore, loadMore, reload, setInView } = useCalendar(view);
  const earlier = useEarlierRooms(view);
  const shown = pages[0]?.data;
  const rooms = useMemo(() => roomsOf(pages), [pages]);
  const [folds, setFolds] = useState<Map<string, boolean>>(new Map());
  const { cell, at, showsDerived } = view;
  const [selection, setSelection] = useState<Selection | null>(null);
  const [isSelecting, setSelecting] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const canClose = canDecide && at === null;
  const clearSelection = () => {
    setSelection(null);
    setSelecting(false);
    setClosing(false);
  };
  useEffect(() => setSelection(null), [view.from, view.days, view.search, view.roomId, view.hotel, at]);
  const isOfCell = ({ ratePlans }: CalendarRoom) => ratePlans.some(({ id }) => id === cell?.row);
  const isUnfolded = (room: CalendarRoom) => folds.get(room.roomId) ?? (showsDerived || isOfCell(room));
  const fold = (roomId: string) => {
    const room = rooms.find((one) => one.roomId === roomId);
    if (room) setFolds(new Map(folds).set(roomId, !isUnfolded(room)));
  };
  const index = shown && cell ? daysBetween(shown.from, cell.date) : -1;
  const isOtherMoment = pages.length > 0 && pages[0]?.at !== at;
  /** Whether to hide the grid: it still has the values of another moment, which must not be taken for those of this one. */
  const isHidden = error !== undefined && isOtherMoment;
  const isOther = shown && (shown.from !== view.from || shown.to !== view.to);
  const close = () => {
    if (!cell) return;
    change({ cell: undefined });
    if (shown) focusCell(findCell(document, positionOn(shown.from, cell)));
  };
  const open = (row: string, date: string) => change({ cell: `${row},${date}` }, cell !== null);
  return (
    <div class={`calendar ${at === null ? '' : 'is-past'} ${cell ? 'has-story' : ''}`}>
      <Toolbar
        view={view}
        shown={shown ?? view}
        change={change}
        isSelecting={isSelecting}
        onSelecting={
          canClose
            ? (next) => {
                clearSelection();
                setSelecting(next);
              }
            : undefined
        }
        onFoldAll={(showsAll) => {
          setFolds(new Map());
          change({ derived: showsAll ? 1 : undefined }, true);
        }}
      />
      {at !== null && (
        <div class="past-banner" role="status">
          {isHidden ? (
            `The calendar as of ${formatMoment(at)} cannot be shown.`
          ) : (
            <>
              <strong>The past:</strong> this is the calendar as of {formatMoment(at)}. Cells that are
              different now are marked.
            </>
          )}{' '}
          <button type="button" onClick={() => change({ at: undefined })}>
            Back to now
          </button>
        </div>
      )}
      {error && isOther && (
        <p class="notice" role="status">
          {formatRange(view.from, view.to)} could not be loaded. These are still the days from{' '}
          {formatRange(shown.from, shown.to)}.
        </p>
      )}
      {error && <Failure error={error} retry={reload} />}
      {offlineSince && !error && (
        <p class="notice" role="status">
          There has been no connection to the service since {formatTime(offlineSince)}: what is shown may be
          out of date.
        </p>
      )}
      <div class="calendar-body">
        <div class="grid-side">
          <div class="scroller" aria-busy={isLoading}>
            {shown && rooms.length > 0 && !isHidden && (
              <Grid
                pages={pages}
                earlier={earlier?.from === shown.from ? earlier.rooms : undefined}
                from={shown.from}
                days={daysBetween(shown.from, shown.to) + 1}
                isPast={(pages[0]?.at ?? null) !== null}
                isUnfolded={isUnfolded}
                onFold={fold}
                open={cell}
                onOpen={open}
                onTurn={(direction) => change({ from: shift(view, direction) })}
                onClose={close}
                setInView={setInView}
                selection={selection}
                isPressing={isSelecting}
                onSelect={canClose ? setSelection : undefined}
                onShut={() => setClosing(true)}
              />
            )}
            {!shown && isLoading && <Loading what="the calendar" />}
            {shown && rooms.length === 0 && !error && (
              <Empty>
                {view.roomId ? (
                  <>
                    There is no room {view.roomId}
                    {at !== null && ' at that moment'}.{' '}
                    <a href={hrefOf('journal', { roomId: view.roomId, hotel: null })}>Its journal</a> shows
                    what happened to it.
                  </>
                ) : view.search || view.hotel ? (
                  `No room or hotel matches “${view.search || view.hotel}”. Search for a part of its name.`
                ) : (
                  'There are no rooms yet. Create one on the page Rate plans.'
                )}
              </Empty>
            )}
            {hasMore && !isHidden && <More onMore={loadMore} isLoading={isLoading} />}
          </div>
          {canClose && (selection || isSelecting) && (
            <SelectionBar
              selection={selection}
              rooms={rooms}
              isUnfolded={isUnfolded}
              isClosing={isClosing}
              setClosing={setClosing}
              onClear={clearSelection}
              onDone={() => {
                clearSelection();
                reload();
              }}
            />
          )}
          <div class="grid-foot">
            <Legend canSelect={canClose} />
            <a class="button" href={hrefOf('two-years')}>
              Two years
            </a>
            <ExportButton name={`calendar-${view.from}`} path="calendar" query={{ ...queryOf(view), at }} />
            <span class="muted small" role="status">
              {shown && !isHidden && `${formatCount(rooms.length)}${hasMore ? '+' : ''} rooms · `}
              {isLoading && 'loading … · '}
              {`${timeZone()} time`}
            </span>
          </div>
        </div>
        {cell?.row.startsWith('r') && (
          <RoomsLeftPanel
            key={`${cell.row},${cell.date},${at}`}
            roomId={cell.row.slice(1)}
            date={cell.date}
            at={at}
            room={rooms.find(({ roomId }) => `r${roomId}` === cell.row)}
            index={index}
            onChanged={reload}
            onClose={close}
          />
        )}
        {cell && !cell.row.startsWith('r') && (
          <StoryPanel
            key={`${cell.row},${cell.date},${at}`}
            cell={{ ratePlanId: cell.row, date: cell.date }}
            at={at}
            rooms={rooms}
            index={index}
            onChanged={reload}
            onClose={close}
          />
        )}
      </div>
    </div>
  );
}

function positionOn(from: string, { row, date }: NonNullable<CalendarView['cell']>): CellPosition {
  return { row, column: daysBetween(from, date) };
}
