import type { CalendarRoom } from '../api-types';
import { CloseDialog } from '../closures/close-dialog';
import type { ClosureTarget } from '../closures/targets';
import { targetsOf } from '../closures/targets';
import { daysBetween } from '../dates';
import { counted, formatShortRange } from '../format';
import type { Selection } from './selection';

/** The number of selected cells, and the actions for them. */
export function SelectionBar({
  selection,
  rooms,
  isUnfolded,
  isClosing,
  setClosing,
  onClear,
  onDone,
}: {
  selection: Selection | null;
  rooms: CalendarRoom[];
  isUnfolded: (room: CalendarRoom) => boolean;
  isClosing: boolean;
  setClosing: (isClosing: boolean) => void;
  onClear: () => void;
  onDone: () => void;
}) {
  if (!selection) {
    return (
      <div class="selection" role="status">
        <p>Press the first cell, then the last.</p>
        <button type="button" onClick={onClear}>
          Done
        </button>
      </div>
    );
  }
  const { rows, from, to } = selection;
  const isVisible = ({ roomId }: ClosureTarget) =>
    rooms.some((room) => room.roomId === roomId && isUnfolded(room));
  const days = daysBetween(from, to) + 1;
  return (
    <div class="selection">
      <p role="status">
        {formatShortRange(from, to)}: {counted(days, 'day')} · {counted(rows.length, 'row')}
      </p>
      <button type="button" class="danger" onClick={() => setClosing(true)}>
        Close for sale …
      </button>
      <button type="button" onClick={onClear}>
        Clear
      </button>
      {isClosing && (
        <CloseDialog
          targets={targetsOf(rooms, rows)}
          includesDerived={(derived) => !derived.every(isVisible)}
          from={from}
          to={to}
          onDone={onDone}
          onClose={() => setClosing(false)}
        />
      )}
    </div>
  );
}
