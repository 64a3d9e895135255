import { useState } from 'preact/hooks';
import type { PriceStory } from '../api-types';
import { formatChange, formatPrice } from '../format';
import { decideRanges } from '../held-prices/decide';
import type { Decision } from '../held-prices/decision';
import { REASONS, decidedInWords } from '../held-prices/decision';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { Moment } from '../ui/moment';
import { Failure } from '../ui/status';

/**
 * The held price of a cell, with the buttons that release or discard it. The story is read again all the time, and a
 * newer held price must not appear under the pointer: the person asks for it.
 */
export function HeldNotice({
  held: newest,
  price,
  ratePlanId,
  date,
  onDone,
}: {
  held: NonNullable<PriceStory['held']>;
  price: string | null;
  ratePlanId: string;
  date: string;
  onDone: () => void;
}) {
  const { api, canDecide } = useSession();
  const [held, setHeld] = useState(newest);
  const [message, setMessage] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const decide = async (decision: Decision) => {
    setBusy(true);
    setError(undefined);
    try {
      const range = { ratePlanId, from: date, to: date, heldBy: [held.requestId] };
      const decided = await decideRanges(api, decision, [range]);
      setMessage(decided.changedSince > 0 ? decidedInWords(decision, 1, decided) : '');
      onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const change = formatChange(price, held.price);
  return (
    <div class="notice">
      <p>
        <strong>{formatPrice(held.price)}</strong>
        {change && ` (${change})`} was{' '}
        <a href={hrefOf(`journal/${held.requestId}`)}>
          pushed on <Moment at={held.heldAt} />
        </a>{' '}
        and is held: {REASONS[held.reason]}. The old price stays on sale.
      </p>
      {message && <p role="status">{message}</p>}
      {error && <Failure error={error} />}
      {held.requestId !== newest.requestId && (
        <div class="actions">
          <p>A newer push has replaced it.</p>
          <button
            type="button"
            onClick={() => {
              setHeld(newest);
              setMessage('');
            }}
          >
            Show the newer price
          </button>
        </div>
      )}
      {canDecide && held.requestId === newest.requestId && (
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={() => void decide('release')}>
            Release {formatPrice(held.price)}
          </button>
          <button type="button" disabled={isBusy} onClick={() => void decide('discard')}>
            Discard
          </button>
        </div>
      )}
    </div>
  );
}
