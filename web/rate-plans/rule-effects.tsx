import type { RuleChange } from '../api-types';
import { formatChange, formatCount, formatPrice, formatShortDay } from '../format';
import { Place } from '../ui/place';
import { changeInWords } from './change-in-words';
import { ruleInWords } from './rule';

type Effect = RuleChange['ratePlans'][number];

export function RuleEffects({ change }: { change: RuleChange }) {
  return (
    <section aria-label="Preview">
      <h3>Preview</h3>
      <p class="small" role="status">
        {changeInWords(change)}
      </p>
      {change.ratePlans.length > 0 && (
        <div class="table-scroll preview" tabIndex={0} role="region" aria-label="The changes by plan">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col">Rate plan</th>
                <th scope="col">Rule</th>
                <th scope="col" class="number">
                  Prices
                </th>
                <th scope="col" class="number">
                  Largest change
                </th>
              </tr>
            </thead>
            <tbody>
              {change.ratePlans.map((effect) => (
                <EffectRow key={effect.ratePlanId} effect={effect} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function EffectRow({ effect: { roomId, ratePlanId, before, after, prices, largest } }: { effect: Effect }) {
  return (
    <tr>
      <td class="name-cell">
        <Place roomId={roomId} ratePlanId={ratePlanId} withIds={false} />
      </td>
      <td class="name-cell">
        <span class="muted">{ruleInWords(before)}</span> → {ruleInWords(after)}
      </td>
      <td class="number" data-label="Prices">
        {formatCount(prices)}
      </td>
      <td class="number" data-label="Largest change">
        {largest ? (
          <>
            {formatPrice(largest.from)} → {formatPrice(largest.to)}
            <span class="small muted block">
              {formatChange(largest.from, largest.to)} on {formatShortDay(largest.date)}
            </span>
          </>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}
