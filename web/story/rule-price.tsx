import type { PriceStory } from '../api-types';
import { formatPrice } from '../format';
import { hrefOf } from '../router';
import { useApi } from '../session';
import type { RatePlan } from '../api-types';
import { useLoad } from '../use-load';
import { useNames } from '../use-names';

/** Shows what the rule would give for an overridden price, and how to return to it. */
export function RulePrice({
  story: { rulePrice },
  currency,
  date,
  parentId,
}: {
  story: PriceStory;
  currency: string;
  date: string;
  parentId: string | undefined;
}) {
  const api = useApi();
  const parent = useLoad(
    async (signal) =>
      parentId === undefined ? undefined : api.get<RatePlan>(`ratePlans/${parentId}`, {}, signal),
    [parentId],
  ).data;
  const of = useNames([parent?.roomId ?? null])(parent?.roomId ?? '');
  return (
    <p class="notice">
      The rule gives{' '}
      <strong>
        {formatPrice(rulePrice ?? '')} {currency}
      </strong>
      . The next push of{' '}
      {parent ? (
        <a href={hrefOf('calendar', { from: date, days: 14, cell: `${parent.id},${date}` })}>
          <bdi>{[of?.room, parent.name].filter(Boolean).join(' · ')}</bdi>
        </a>
      ) : (
        'its parent'
      )}{' '}
      for this date brings it back. So does the undo of the push that has set another price.
    </p>
  );
}
