import { useState } from 'preact/hooks';
import { formatChange, formatDay, formatPrice } from '../format';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';

/** Asks for confirmation, and sets a derived price to the one by its rule. */
export function ReturnDialog({
  ratePlanId,
  date,
  change: { from, to, currency },
  onClose,
  onDone,
}: {
  ratePlanId: string;
  date: string;
  change: { from: string | null; to: string | null; currency: string };
  onClose: () => void;
  onDone: () => void;
}) {
  const api = useApi();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await api.post(`ratePlans/${ratePlanId}/recalculate`, { from: date, to: date });
      onClose();
      onDone();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  const byHowMuch = formatChange(from, to);
  return (
    <Dialog title="Back to the rule" onClose={onClose}>
      <DialogForm
        action={`Back to ${formatPrice(to ?? '')}`}
        isDisabled={isBusy}
        error={error}
        onSubmit={() => void run()}
        onCancel={onClose}
      >
        <p>
          {formatDay(date)}: {formatPrice(from ?? '')} →{' '}
          <strong>
            {formatPrice(to ?? '')} {currency}
          </strong>
          {byHowMuch && ` (${byHowMuch})`}
        </p>
        <p>The rule computes the price again. The prices that derive from it follow. This can be undone.</p>
      </DialogForm>
    </Dialog>
  );
}
