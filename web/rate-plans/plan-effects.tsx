import type { PlansChange } from '../api-types';
import { formatChange, formatCount, formatPrice, formatShortDay } from '../format';
import { Place } from '../ui/place';
import type { ChangeKind } from './change-in-words';
import { changeInWords } from './change-in-words';
import { plansInWords } from './plans-in-words';
import { guardInWords, ruleInWords } from './rule';

type Effect = PlansChange['ratePlans'][number];

/** The effects of a change of several plans: numbers, and some of the prices. */
export function PlanEffects({ change, kind }: { change: PlansChange; kind: ChangeKind }) {
  return (
    <section aria-label="Preview">
      <h3>Preview</h3>
      <p class="small" role="status">
        {changeInWords(change, kind)}
      </p>
      {change.byProperty.length > 1 && <Properties byProperty={change.byProperty} />}
      {change.ratePlans.length > 0 && (
        <div class="table-scroll preview" tabIndex={0} role="region" aria-label="The changes by plan">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col">Rate plan</th>
                <th scope="col">{kind === 'rules' ? 'Rule' : 'Guard'}</th>
                {kind === 'rules' && (
                  <>
                    <th scope="col" class="number">
                      Prices
                    </th>
                    <th scope="col" class="number">
                      Largest change
                    </th>
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {change.ratePlans.map((effect) => (
                <EffectRow key={effect.ratePlanId} effect={effect} kind={kind} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The number of changed prices of each hotel. */
function Properties({ byProperty }: Pick<PlansChange, 'byProperty'>) {
  return (
    <ul class="plain small">
      {byProperty.map(({ propertyName, ratePlans, prices }) => (
        <li key={propertyName}>
          <bdi>{propertyName ?? 'Without a hotel'}</bdi>: {plansInWords(ratePlans)}
          {prices > 0 && `, ${formatCount(prices)} prices`}
        </li>
      ))}
    </ul>
  );
}

function EffectRow({
  effect: { roomId, ratePlanId, before, after, prices, largest },
  kind,
}: {
  effect: Effect;
  kind: ChangeKind;
}) {
  const words = (settings: Effect['before']) => {
    const { derivation, guard } = settings;
    if (kind === 'guards') return guard ? guardInWords(guard) : 'as the settings say';
    return derivation && ruleInWords(derivation);
  };
  return (
    <tr>
      <td class="name-cell">
        <Place roomId={roomId} ratePlanId={ratePlanId} withIds={false} />
      </td>
      <td class="name-cell">
        <span class="muted">{words(before)}</span> → {words(after)}
      </td>
      {kind === 'rules' && (
        <>
          <td class="number" data-label="Prices">
            {formatCount(prices)}
          </td>
          <td class="number" data-label="Largest change">
            {largest ? <LargestChange largest={largest} /> : '–'}
          </td>
        </>
      )}
    </tr>
  );
}

function LargestChange({ largest: { date, from, to } }: { largest: NonNullable<Effect['largest']> }) {
  return (
    <>
      {formatPrice(from)} → {formatPrice(to)}
      <span class="small muted block">
        {formatChange(from, to)} on {formatShortDay(date)}
      </span>
    </>
  );
}
