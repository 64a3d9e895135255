import { useState } from 'preact/hooks';
import type { CalendarRoom } from '../api-types';
import { BLACKOUT, closuresOn, limitAt } from '../calendar/limits';
import { addDays } from '../dates';
import { formatMoment, formatRange } from '../format';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { CloseDialog } from './close-dialog';
import { OpenButton } from './open-button';

/** The closures and restrictions of a cell, above its story, with buttons to close and open it. */
export function CellSale({
  room,
  ratePlanId,
  date,
  index,
  at,
  onDone,
}: {
  /** The room in the calendar; undefined if the calendar does not show it. */
  room: CalendarRoom | undefined;
  ratePlanId: string | null;
  date: string;
  /** The index of the date. */
  index: number;
  at: string | null;
  onDone: () => void;
}) {
  const { canDecide } = useSession();
  const [isClosing, setClosing] = useState(false);
  if (!room) return null;
  const { roomId } = room;
  const closures = closuresOn(room.closures, ratePlanId, date);
  const plan = room.ratePlans.find(({ id }) => id === ratePlanId);
  const words = plan ? limitAt(room, plan, index)?.words : room.closed[index] && BLACKOUT.words;
  return (
    <>
      {closures.map((closure) => (
        <div key={closure.id} class="notice closure">
          <p>
            <strong>Closed for sale</strong>
            {closure.ratePlanId === null && ratePlanId !== null && ' with the whole room'}: “
            <bdi>{closure.reason}</bdi>”
          </p>
          <p class="small">
            {formatRange(closure.from, closure.to)},{' '}
            <a href={hrefOf(`journal/${closure.id}`)}>{madeBy(closure)}</a>. Pushes do not open it. Their
            values are shown below.
          </p>
          {at === null && <OpenButton closure={{ ...closure, roomId }} onDone={onDone} />}
        </div>
      ))}
      {words && (
        <p>
          By the channel manager: <strong>{words}</strong>.
        </p>
      )}
      <div class="actions">
        {ratePlanId !== null && (
          <a
            class="button"
            href={hrefOf('stays', { plan: ratePlanId, arrival: date, departure: addDays(date, 1), at })}
          >
            Can it be booked?
          </a>
        )}
        {canDecide && at === null && closures.length === 0 && (
          <button type="button" onClick={() => setClosing(true)}>
            Close for sale …
          </button>
        )}
      </div>
      {isClosing && (
        <CloseDialog
          targets={[{ roomId, ratePlanId }]}
          includesDerived={() => false}
          from={date}
          to={date}
          onDone={() => {
            setClosing(false);
            onDone();
          }}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  );
}

function madeBy({ createdAt, createdBy }: CalendarRoom['closures'][number]): string {
  return `closed on ${formatMoment(createdAt)}${createdBy === null ? '' : ` by ${createdBy}`}`;
}
