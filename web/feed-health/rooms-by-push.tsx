import { useState } from 'preact/hooks';
import type { CalendarRoom } from '../api-types';
import { formatCount, inWords } from '../format';
import { hrefOf } from '../router';
import { Ago } from '../ui/moment';
import { Empty } from '../ui/status';

const FEW = 12;

/** Rooms, the longest silent first. */
export function RoomsByPush({ rooms, hasMore }: { rooms: CalendarRoom[]; hasMore: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const sorted = rooms.toSorted((a, b) => timeOf(a) - timeOf(b));
  const shown = isWhole ? sorted : sorted.slice(0, FEW);
  if (rooms.length === 0) return <Empty>There are no rooms yet. Make one on the page of rate plans.</Empty>;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col">Property</th>
            <th scope="col">Last push</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((room) => (
            <tr key={room.roomId}>
              <td class="name-cell">
                <a href={hrefOf('calendar', { search: room.name.slice(0, 200) })}>
                  <bdi>{room.name}</bdi>
                </a>
              </td>
              <td class="name-cell">
                <bdi>{room.propertyName ?? '–'}</bdi>
              </td>
              <td>
                {room.lastPush ? (
                  <a href={hrefOf(`journal/${room.lastPush.requestId}`)}>
                    <Ago at={room.lastPush.at} />
                    {room.lastPush.outcome !== 'applied' && `, ${inWords(room.lastPush.outcome)}`}
                  </a>
                ) : (
                  <span class="badge outcome-emptyList">never</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {formatCount(sorted.length)}
        </button>
      )}
      {hasMore && (
        <p class="muted small">Of more rooms than {formatCount(rooms.length)}, these were looked at.</p>
      )}
    </>
  );
}

/** A room that was never pushed comes first. */
function timeOf({ lastPush }: CalendarRoom): number {
  return lastPush ? Date.parse(lastPush.at) : 0;
}
