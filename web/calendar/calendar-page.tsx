import { useMemo } from 'preact/hooks';
import { formatCount, formatMoment } from '../format';
import { StoryPanel } from '../story/story-panel';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import type { Place } from './cell-elements';
import { findCell, focusCell } from './cell-elements';
import { Grid, roomsOf } from './grid';
import { Legend } from './legend';
import { Toolbar } from './toolbar';
import { useCalendar } from './use-calendar';
import type { CalendarView } from './view';
import { shift, useCalendarView } from './view';

/** Rooms left and prices of many rooms, now or as they stood at a moment, with the story of a price beside them. */
export function CalendarPage() {
  const [view, change] = useCalendarView();
  const { pages, isLoading, error, hasMore, loadMore, reload, setInView } = useCalendar(view);
  const shown = pages[0]?.data;
  const rooms = useMemo(() => roomsOf(pages), [pages]);
  const properties = useMemo(
    () => [...new Set(rooms.flatMap((room) => room.propertyName ?? []))].sort(),
    [rooms],
  );
  const { cell, at } = view;
  const close = () => {
    if (!cell) return;
    change({ cell: undefined });
    if (shown) focusCell(findCell(document, placeOn(shown.from, cell)));
  };
  const open = (ratePlanId: string, date: string) => change({ cell: `${ratePlanId},${date}` }, cell !== null);
  return (
    <div class={`calendar ${at === null ? '' : 'is-past'} ${cell ? 'has-story' : ''}`}>
      <Toolbar view={view} change={change} properties={properties} />
      {at !== null && (
        <div class="past-banner" role="status">
          <strong>The past:</strong> all of this is as it stood on {formatMoment(at)}.{' '}
          <button type="button" onClick={() => change({ at: undefined })}>
            Back to now
          </button>
        </div>
      )}
      {error && <Failure error={error} retry={reload} />}
      <div class="calendar-body">
        <div class="grid-side">
          <div class="scroller" aria-busy={isLoading}>
            {shown && rooms.length > 0 && (
              <Grid
                pages={pages}
                from={shown.from}
                days={lengthOf(shown.from, shown.to)}
                isPast={at !== null}
                open={cell}
                onOpen={open}
                onTurn={(direction) => change({ from: shift(view, direction) })}
                onClose={close}
                setInView={setInView}
              />
            )}
            {!shown && isLoading && <Loading what="the calendar" />}
            {shown && rooms.length === 0 && !error && (
              <Empty>
                {view.search
                  ? `No room or property matches “${view.search}”. Search for a part of its name.`
                  : 'There are no rooms yet. Make one on the page of rate plans.'}
              </Empty>
            )}
            {hasMore && <More onMore={loadMore} isLoading={isLoading} />}
          </div>
          <div class="grid-foot">
            <Legend />
            <span class="muted small" role="status">
              {shown && `${formatCount(rooms.length)}${hasMore ? '+' : ''} rooms`}
              {isLoading && ', loading …'}
            </span>
          </div>
        </div>
        {cell && (
          <StoryPanel key={`${cell.ratePlanId},${cell.date}`} cell={cell} rooms={rooms} onClose={close} />
        )}
      </div>
    </div>
  );
}

function lengthOf(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

function placeOn(from: string, { ratePlanId, date }: NonNullable<CalendarView['cell']>): Place {
  return { row: ratePlanId, column: lengthOf(from, date) - 1 };
}
