import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatRange } from '../format';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Place } from '../ui/place';
import { isPassing } from '../ui/status';
import type { ClosureTarget } from './targets';
import { isClosed, readDerived } from './targets';

const MAX_LISTED = 8;

/** Asks for the reason, and closes rooms or plans for sale on some dates. */
export function CloseDialog({
  targets: found,
  includesDerived,
  from,
  to,
  onDone,
  onClose,
}: {
  targets: ClosureTarget[];
  /** Returns whether the plans that derive from the targets are selected at first. Each needs a closure of its own. */
  includesDerived: (derived: ClosureTarget[]) => boolean;
  from: string;
  to: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const api = useApi();
  // The calendar goes on loading. Plans that it finds later are not added below a list that the person has read.
  const [targets] = useState(found);
  const [derived, setDerived] = useState<ClosureTarget[]>();
  const [reason, setReason] = useState('');
  const [withDerived, setWithDerived] = useState(false);
  const [done, setDone] = useState(0);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  /** Whether the answer about the next target was lost, so the service may have closed it. */
  const [isUnsure, setUnsure] = useState(false);
  const hasLeft = useRef(false);
  const all = withDerived && derived ? [...targets, ...derived] : targets;
  const reading = useRef<Promise<ClosureTarget[]> | undefined>(undefined);
  /** Reads the derived plans once. A second reading would reset the choice of the person. */
  const read = () =>
    (reading.current ??= readDerived(api, targets).then(
      (found) => {
        setWithDerived(includesDerived(found));
        setDerived(found);
        return found;
      },
      (failure: unknown) => {
        reading.current = undefined;
        throw failure;
      },
    ));
  useEffect(() => {
    read().catch(setError);
  }, []);
  const close = async () => {
    setBusy(true);
    setError(undefined);
    try {
      // The person has not seen the derived plans yet, and must be able to choose.
      if (!derived && (await read()).length > 0) {
        setBusy(false);
        return;
      }
      // After a failure, it continues with the targets that are not closed yet.
      for (const [index, target] of [...all.entries()].slice(done)) {
        if (hasLeft.current) break;
        const closure = { ...target, from, to, reason: reason.trim() };
        // A second closure would need a second opening.
        const isKnown = isUnsure && index === done && (await isClosed(api, closure));
        if (!isKnown)
          await api.post('closures', closure).catch((failure: unknown) => {
            setUnsure(isPassing(failure as Error));
            throw failure;
          });
        setUnsure(false);
        setDone(index + 1);
      }
      onDone();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  const progress =
    done > 0 &&
    `${isUnsure ? 'At least ' : ''}${formatCount(done)} of ${formatCount(all.length)} ${done === 1 ? 'is' : 'are'} closed.`;
  const unsaved = isUnsure ? 'Perhaps nothing is closed yet.' : 'Nothing is closed yet.';
  const leave = () => {
    hasLeft.current = true;
    if (done > 0 || isUnsure) onDone();
    else onClose();
  };
  return (
    <Dialog
      title="Close for sale"
      unsaved={progress || (reason.trim() === '' || isBusy ? null : unsaved)}
      onClose={leave}
    >
      <DialogForm
        action="Close for sale"
        isDangerous
        isDisabled={isBusy || reason.trim() === ''}
        beside={
          progress && (
            <span class="muted" role="status">
              {progress}
            </span>
          )
        }
        error={error}
        onSubmit={() => void close()}
        onCancel={leave}
      >
        <div>
          <p>
            <strong>{from === to ? formatRange(from, from) : formatRange(from, to)}</strong>
          </p>
          <ul class="plain">
            {all.slice(0, MAX_LISTED).map(({ roomId, ratePlanId }) => (
              <li key={`${roomId},${ratePlanId}`}>
                <Place roomId={roomId} ratePlanId={ratePlanId} withIds={false} />
                {ratePlanId === null && <span class="muted"> · all rate plans</span>}
              </li>
            ))}
            {all.length > MAX_LISTED && (
              <li class="muted">and {formatCount(all.length - MAX_LISTED)} more</li>
            )}
          </ul>
        </div>
        {derived && derived.length > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={withDerived}
              disabled={done > 0}
              onChange={(event) => setWithDerived(event.currentTarget.checked)}
            />
            <span>
              {derived.length === 1
                ? 'Also the rate plan that derives from it'
                : `Also the ${formatCount(derived.length)} rate plans that derive from ${targets.length === 1 ? 'it' : 'them'}`}
            </span>
          </label>
        )}
        <label class="field">
          <span>Reason</span>
          <input
            required
            autofocus
            maxLength={200}
            readOnly={done > 0 || isUnsure}
            value={reason}
            placeholder="As wrong price"
            autocomplete="off"
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <p class="small muted">
          The channel manager stays the source of prices and rooms left. The service stores and shows its
          pushes, but only people can open these dates.
        </p>
      </DialogForm>
    </Dialog>
  );
}
