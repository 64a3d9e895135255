import type { CalendarRoom, RoomsLeftStory } from '../api-types';
import { CellSale } from '../closures/cell-sale';
import { formatCount, formatDay, formatMoment } from '../format';
import { operationInWords } from '../journal/operations';
import { justAfter } from '../moment';
import { placeText } from '../names';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { History } from './history';
import { HistoryItem } from './history-item';
import { Panel } from './panel';
import { PushActions } from './push-actions';
import { useNames } from '../use-names';

const POLL_MS = 2_000;
const HISTORY_LIMIT = 50;

/** The story of the rooms left on a date: the token, the time, and the earlier number. */
export function RoomsLeftPanel({
  roomId,
  date,
  at,
  room,
  index,
  onChanged,
  onClose,
}: {
  roomId: string;
  date: string;
  at: string | null;
  /** The room of the cell. */
  room: CalendarRoom | undefined;
  /** The index of the date. */
  index: number;
  onChanged: () => void;
  onClose: () => void;
}) {
  const api = useApi();
  const named = useNames([roomId]);
  const cursor = at === null ? undefined : justAfter(at);
  const read = (from: string | undefined, signal?: AbortSignal) =>
    api.get<RoomsLeftStory>(
      `rooms/${roomId}/roomsLeft/${date}`,
      { limit: HISTORY_LIMIT, cursor: from },
      signal,
    );
  const story = useLoad((signal) => read(cursor, signal), [roomId, date, cursor], at === null ? POLL_MS : 0);
  const of = named(roomId);
  const { data, error } = story;
  const [last, before] = data?.history ?? [];
  return (
    <Panel
      label={`Story of rooms left, ${of?.room ?? roomId}, ${date}`}
      title={of?.room ?? `Room ${roomId}`}
      place={[of?.hotel, 'Rooms left'].filter(Boolean).join(' · ')}
      ids={roomId}
      day={formatDay(date)}
      onClose={onClose}
    >
      {error && !data && <Failure error={error} retry={story.reload} />}
      {!data && !error && <Loading what="the story" />}
      {data && (
        <>
          <CellSale room={room} ratePlanId={null} date={date} index={index} at={at} onDone={onChanged} />
          <p class="price">{last ? `${formatCount(last.totalRooms)} left` : 'Unchanged'}</p>
          <p>
            {last
              ? `Set to ${formatCount(last.totalRooms)} on ${formatMoment(last.at)}${last.token === null ? '' : ` by ${last.token}`}${before ? `; before that ${formatCount(before.totalRooms)}` : ''}.`
              : `Nothing has changed it since ${formatMoment(data.knownSince)}, when its known past begins.`}
          </p>
          {last && at === null && <PushActions requestId={last.requestId} at={last.at} date={date} />}
          <History story={data} read={read} show={showRoomsLeft} />
          <p class="small">
            <a href={hrefOf('journal', { roomId, operation: 'updateCalendarInventory' })}>
              All pushes of rooms left of {placeText(of, roomId, null)}
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}

function showRoomsLeft(entry: RoomsLeftStory['history'][number]) {
  return (
    <HistoryItem
      value={formatCount(entry.totalRooms)}
      kind={operationInWords(entry.operation)}
      entry={entry}
    />
  );
}
