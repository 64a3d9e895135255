import { useEffect, useState } from 'preact/hooks';
import type { Closure } from '../api-types';
import { formatRange } from '../format';
import { useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { keepFocus } from '../ui/focus';
import { Place } from '../ui/place';
import { Failure } from '../ui/status';

/** Opens a closure after a second press that confirms it. */
export function OpenButton({
  closure: { id, roomId, ratePlanId, from, to, reason },
  onDone,
}: {
  closure: Pick<Closure, 'id' | 'roomId' | 'ratePlanId' | 'from' | 'to' | 'reason'>;
  onDone: () => void;
}) {
  const { api, canDecide } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  // The opened closure disappears, and this button with it.
  useEffect(() => () => void setTimeout(keepFocus), []);
  if (!canDecide) return null;
  const open = async () => {
    setBusy(true);
    try {
      await api.delete(`closures/${id}`);
      setAsking(false);
      onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" aria-label={`Open ${formatRange(from, to)} …`} onClick={() => setAsking(true)}>
        Open …
      </button>
      {isAsking && (
        <Dialog title="Open for sale" onClose={() => setAsking(false)}>
          <p>
            <Place roomId={roomId} ratePlanId={ratePlanId} withIds={false} />
            {ratePlanId === null && <span class="muted"> · all rate plans</span>}
            <span class="block">
              <strong>{formatRange(from, to)}</strong>, closed for “<bdi>{reason}</bdi>”
            </span>
          </p>
          <p class="small muted">
            This ends this closure only. Other closures of these dates stay, and so does what the channel
            manager has closed. Its latest prices and rooms left apply.
          </p>
          {error && <Failure error={error} />}
          <div class="actions">
            <button type="button" class="primary" disabled={isBusy} onClick={() => void open()}>
              Open for sale
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
