import { useState } from 'preact/hooks';
import type { PriceStory, RatePlan } from '../api-types';
import { addDays } from '../dates';
import { formatPrice } from '../format';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { useLoad } from '../use-load';
import { useNames } from '../use-names';
import { today } from '../zone';
import { ReturnDialog } from './return-dialog';

/** Shows the price by the rule beside an overridden price, with a button that returns to it. */
export function RulePrice({
  story: { ratePlanId, price, rulePrice },
  currency,
  date,
  parentId,
  onDone,
}: {
  story: PriceStory;
  currency: string;
  date: string;
  parentId: string | undefined;
  onDone: () => void;
}) {
  const { api, isAdmin } = useSession();
  const [isReturning, setReturning] = useState(false);
  // Pushes cannot write earlier dates either.
  const isWritable = date >= addDays(today(), -1);
  const parent = useLoad(
    async (signal) =>
      parentId === undefined ? undefined : api.get<RatePlan>(`ratePlans/${parentId}`, {}, signal),
    [parentId],
  ).data;
  const of = useNames([parent?.roomId ?? null])(parent?.roomId ?? '');
  const byRule = formatPrice(rulePrice ?? '');
  return (
    <div class="notice">
      <p>
        The rule gives{' '}
        <strong>
          {byRule} {currency}
        </strong>
        . The next push of{' '}
        {parent ? (
          <a href={hrefOf('calendar', { from: date, days: 14, cell: `${parent.id},${date}` })}>
            <bdi>{[of?.room, parent.name].filter(Boolean).join(' · ')}</bdi>
          </a>
        ) : (
          'its parent'
        )}{' '}
        for this date brings it back. An undo of the push that has set another price does so as well.
      </p>
      {isAdmin && isWritable && (
        <div class="actions">
          <button type="button" onClick={() => setReturning(true)}>
            Back to the rule ({byRule}) …
          </button>
        </div>
      )}
      {isReturning && (
        <ReturnDialog
          ratePlanId={ratePlanId}
          date={date}
          change={{ from: price, to: rulePrice, currency }}
          onClose={() => setReturning(false)}
          onDone={onDone}
        />
      )}
    </div>
  );
}
