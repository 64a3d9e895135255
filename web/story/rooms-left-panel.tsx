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

type Change = RoomsLeftStory['history'][number];

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
              ? changeInWords(last, before)
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

/** A change in a sentence: "Set to 3 on 21 November 12:03 by allbookers; before that 4.", "Closed by a blackout on …". */
function changeInWords(last: Change, before: Change | undefined): string {
  const isSet = last.totalRooms !== before?.totalRooms;
  const set = isSet ? `set to ${formatCount(last.totalRooms)}` : '';
  const wasClosed = before?.closed ?? false;
  const closed = last.closed === wasClosed ? '' : last.closed ? 'closed by a blackout' : 'opened again';
  const what = [set, closed].filter(Boolean).join(' and ');
  const by = last.token === null ? '' : ` by ${last.token}`;
  const earlier = isSet && before ? `; before that ${formatCount(before.totalRooms)}` : '';
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} on ${formatMoment(last.at)}${by}${earlier}.`;
}

function showRoomsLeft(entry: Change) {
  return (
    <HistoryItem
      value={`${formatCount(entry.totalRooms)}${entry.closed ? ', blackout' : ''}`}
      kind={operationInWords(entry.operation)}
      isUndo={entry.operation === 'undo'}
      entry={entry}
    />
  );
}
