import { useEffect, useState } from 'preact/hooks';
import type { Preview } from '../api-types';
import { addDays } from '../dates';
import { UNREADABLE } from '../decimal';
import { today } from '../zone';
import { formatCount, formatShortDay, formatPrice } from '../format';
import { RESTRICTION_NAMES, restrictionsInWords } from '../fields';
import { useApi } from '../session';
import { Failure } from '../ui/status';
import type { NewDerivation } from './rule';

const DAYS = 30;
const TYPING_MS = 300;

/** The effect of a rule on the next 30 days, old and new side by side, while the user types it. */
export function RulePreview({
  ratePlanId,
  derivation,
}: {
  ratePlanId: string | null;
  derivation: NewDerivation | null;
}) {
  const api = useApi();
  const [preview, setPreview] = useState<Preview>();
  const [error, setError] = useState<Error>();
  const text = JSON.stringify(derivation);
  useEffect(() => {
    setError(undefined);
    if (text === 'null' || text.includes(`"${UNREADABLE}"`)) {
      setPreview(undefined);
      return;
    }
    const abort = new AbortController();
    const from = today();
    const body = {
      ratePlanId: ratePlanId ?? undefined,
      derivation: JSON.parse(text) as NewDerivation,
      from,
      to: addDays(from, DAYS - 1),
    };
    const timer = setTimeout(() => {
      api.post<Preview>('derivations/preview', body, abort.signal).then(setPreview, (failure: unknown) => {
        if (!abort.signal.aborted) setError(failure as Error);
      });
    }, TYPING_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [api, ratePlanId, text]);

  if (derivation === null) return null;
  return (
    <section aria-label="Preview">
      <h3>The next {DAYS} days</h3>
      {error && <Failure error={error} />}
      {preview && (
        <>
          <p class="small" role="status">
            {preview.days.length === 0
              ? 'The other plan has no prices there yet, so nothing follows from it.'
              : changesInWords(preview)}
          </p>
          {preview.days.length > 0 && <PreviewTable days={preview.days} />}
        </>
      )}
    </section>
  );
}

function PreviewTable({ days }: { days: Preview['days'] }) {
  return (
    <div class="table-scroll preview" tabIndex={0} role="region" aria-label="Old and new prices">
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col" class="number">
              Parent
            </th>
            <th scope="col" class="number">
              Old
            </th>
            <th scope="col" class="number">
              New
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(
            ({ date, parentPrice, oldPrice, newPrice, reached, newRestrictions, oldRestrictions }) => (
              <tr key={date}>
                <td>{formatShortDay(date)}</td>
                <td class="number muted">{priceOf(parentPrice)}</td>
                <td class="number">{priceOf(oldPrice)}</td>
                <td class={`number ${newPrice === oldPrice ? '' : 'is-new'}`}>
                  {priceOf(newPrice)}
                  {reached && <span class="small block">{reached}</span>}
                  {isSame(newRestrictions, oldRestrictions) || (
                    <span class="small block">
                      {restrictionsInWords(oldRestrictions)} →{' '}
                      <span class="is-new">{restrictionsInWords(newRestrictions)}</span>
                    </span>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function changesInWords({ changed, changedRestrictions, days }: Preview): string {
  const prices = `${formatCount(changed)} of ${formatCount(days.length)} prices change`;
  if (changedRestrictions === 0) return `${prices}.`;
  return `${prices}. On ${formatCount(changedRestrictions)} of the dates, restrictions change.`;
}

type Restrictions = Preview['days'][number]['newRestrictions'];

function isSame(one: Restrictions, other: Restrictions): boolean {
  return RESTRICTION_NAMES.every((name) => one[name] === other[name]);
}

function priceOf(price: string | null): string {
  return price === null ? 'not set' : formatPrice(price);
}
