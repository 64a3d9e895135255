import { useEffect, useState } from 'preact/hooks';
import { useHotel } from '../router';
import type { FoundPlan } from '../search';
import { findPlans } from '../search';
import { useSession } from '../session';
import { Empty, Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import type { ChangeKind } from './change-in-words';
import { guardInWords, ruleInWords } from './rule';
import { plansInWords } from './plans-in-words';

const TYPING_MS = 300;
/** The maximum number of plans that are changed at once. */
const MAX_PLANS = 500;
/** The largest page of a list. */
const MAX_SHOWN = 200;

type Chosen = ReadonlyMap<string, FoundPlan>;

/**
 * Chooses plans by a search: derived plans to change their rules, or plans with pushed prices to change their guards. The
 * plans of an earlier search stay chosen.
 */
export function PlanChooser({
  kind,
  chosen,
  onChange,
  onDone,
}: {
  kind: ChangeKind;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  onDone: () => void;
}) {
  const { api, names } = useSession();
  const hotel = useHotel();
  const [search, setSearch] = useState('');
  const asked = useSettled(search.trim());
  const [onlyWith, setOnlyWith] = useState('');
  const { data, error, isLoading, reload } = useLoad(
    (signal) => {
      const query = { search: asked, propertyName: hotel, derived: DERIVED[kind], limit: MAX_SHOWN } as const;
      return findPlans(api, names, query, signal);
    },
    [api, hotel, asked],
  );
  const wordsOf = ({ plan }: FoundPlan) => settingInWords(plan, kind);
  const settings = [...new Set(data?.plans.map(wordsOf))].toSorted();
  // Another search may find no plan with the chosen setting.
  const setting = settings.includes(onlyWith) ? onlyWith : '';
  const shown = data?.plans.filter((each) => setting === '' || wordsOf(each) === setting) ?? [];
  const choose = (plans: FoundPlan[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const each of plans) {
      if (isChosen) next.set(each.plan.id, each);
      else next.delete(each.plan.id);
    }
    onChange(next);
  };
  const isTooMany = chosen.size > MAX_PLANS;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 0 && !isTooMany) onDone();
      }}
    >
      <label class="field">
        <span>Search for hotel, room or plan</span>
        <input
          type="search"
          placeholder="as Flexible with breakfast"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      {settings.length > 1 && (
        <label class="field">
          <span>Only plans with this {NOUNS[kind]}</span>
          <select value={setting} onChange={(event) => setOnlyWith(event.currentTarget.value)}>
            <option value="">any</option>
            {settings.map((words) => (
              <option key={words} value={words}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      {error && <Failure error={error} retry={reload} />}
      {!data && isLoading && <Loading what="rate plans" />}
      {data?.plans.length === 0 && (
        <Empty>
          {kind === 'rules'
            ? 'No derived plan matches this text. Pushed prices have no rule.'
            : 'No plan with pushed prices matches this text. A guard holds pushed prices.'}
        </Empty>
      )}
      {shown.length > 0 && <Choices found={shown} wordsOf={wordsOf} chosen={chosen} choose={choose} />}
      {data?.hasMore && (
        <p role="status" class="small muted">
          These are the first {data.plans.length} plans of more: type more of a name to see others.
        </p>
      )}
      <p role="status" class={isTooMany ? 'notice' : 'small muted'}>
        {plansInWords(chosen.size)} chosen
        {isTooMany && `; ${MAX_PLANS} can be changed at once`}
      </p>
      <div class="actions">
        <button type="submit" class="primary" disabled={chosen.size === 0 || isTooMany}>
          Go on with {plansInWords(chosen.size)}
        </button>
        {chosen.size > 0 && (
          <button type="button" onClick={() => onChange(new Map())}>
            Choose none
          </button>
        )}
      </div>
    </form>
  );
}

/** Whether the plans are derived, as the API's filter. */
const DERIVED = { rules: 'true', guards: 'false' } as const;
const NOUNS: Record<ChangeKind, string> = { rules: 'rule', guards: 'guard' };

function settingInWords({ derivation, guard }: FoundPlan['plan'], kind: ChangeKind): string {
  if (kind === 'guards') return guard ? guardInWords(guard) : 'no guard of its own';
  return derivation ? ruleInWords(derivation) : '';
}

function Choices({
  found,
  wordsOf,
  chosen,
  choose,
}: {
  found: FoundPlan[];
  /** The rule or the guard of a plan. */
  wordsOf: (found: FoundPlan) => string;
  chosen: Chosen;
  choose: (plans: FoundPlan[], isChosen: boolean) => void;
}) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={found.every(({ plan }) => chosen.has(plan.id))}
          onChange={(event) => choose(found, event.currentTarget.checked)}
        />
        <span class="strong">All that are shown: {plansInWords(found.length)}</span>
      </label>
      <div class="table-scroll dialog-table" tabIndex={0} role="region" aria-label="Rate plans">
        <ul class="plain choices">
          {found.map((each) => (
            <li key={each.plan.id}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={chosen.has(each.plan.id)}
                  onChange={(event) => choose([each], event.currentTarget.checked)}
                />
                <span>
                  <bdi>{each.label}</bdi> <span class="small muted">{wordsOf(each)}</span>{' '}
                  <span class="ids">{each.plan.id}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Returns a text after the user has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
