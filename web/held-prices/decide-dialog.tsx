import { useState } from 'preact/hooks';
import type { HeldPrice } from '../api-types';
import { counted, formatChange, formatCount, formatDay, formatPrice } from '../format';
import { Dialog } from '../ui/dialog';
import { More } from '../ui/more';
import { Place } from '../ui/place';
import { Failure } from '../ui/status';
import type { Decision } from './decision';

const ROWS = 100;

/** Shows the prices and asks for confirmation, with their number. */
export function DecideDialog({
  decision,
  prices,
  onDecide,
  onClose,
}: {
  decision: Decision;
  prices: HeldPrice[];
  onDecide: () => Promise<void>;
  onClose: () => void;
}) {
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState(ROWS);
  const count = counted(prices.length, 'price');
  const isRelease = decision === 'release';
  const run = () => {
    setBusy(true);
    onDecide().catch((failure: unknown) => {
      setError(failure as Error);
      setBusy(false);
    });
  };
  return (
    <Dialog title={isRelease ? 'Release held prices' : 'Discard held prices'} wide onClose={onClose}>
      <p>
        {isRelease
          ? `${count} will be set as pushed, past the rules of the plan. Derived prices follow.`
          : `${count} will be dropped. The old price stays on sale.`}
      </p>
      <div class="table-scroll dialog-table" tabIndex={0} role="region" aria-label="The prices">
        <table>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Date</th>
              <th scope="col" class="number">
                Old → new
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.slice(0, shown).map((price) => (
              <tr key={`${price.ratePlanId},${price.date}`}>
                <td class="name-cell">
                  <Place roomId={price.roomId} ratePlanId={price.ratePlanId} withIds={false} />
                </td>
                <td>{formatDay(price.date)}</td>
                <td class="number">
                  {price.price === null ? 'not set' : formatPrice(price.price)} → {formatPrice(price.held)}{' '}
                  <span class="small muted">{formatChange(price.price, price.held)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {prices.length > shown && (
          <>
            <p class="muted">and {formatCount(prices.length - shown)} more</p>
            <More onMore={() => setShown(shown + ROWS)} isLoading={false} />
          </>
        )}
      </div>
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="button" class={isRelease ? 'primary' : 'danger'} disabled={isBusy} onClick={run}>
          {isRelease ? 'Release' : 'Discard'} {count}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
