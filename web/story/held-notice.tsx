import { useState } from 'preact/hooks';
import type { PriceStory } from '../api-types';
import { formatChange, formatPrice } from '../format';
import type { Decision } from '../held-prices/decide';
import { REASONS, decideRanges } from '../held-prices/decide';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { Moment } from '../ui/moment';
import { Failure } from '../ui/status';

/** The held price of a cell, with the buttons that release or discard it. */
export function HeldNotice({
  held,
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
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const decide = async (decision: Decision) => {
    setBusy(true);
    setError(undefined);
    try {
      await decideRanges(api, decision, [{ ratePlanId, from: date, to: date }]);
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
      {error && <Failure error={error} />}
      {canDecide && (
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
