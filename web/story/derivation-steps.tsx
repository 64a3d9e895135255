import type { CalendarRoom, PriceOrigin, PriceStory } from '../api-types';
import { formatPrice } from '../format';
import { usePlanNames } from '../use-plan-names';
import { chainOf, stepInWords } from './sentence';

/** The steps from a pushed price to a derived one. */
export function DerivationSteps({ story, rooms }: { story: PriceStory; rooms: CalendarRoom[] }) {
  const chain = chainOf(story).reverse();
  const names = usePlanNames(
    chain.map(({ ratePlanId }) => ratePlanId),
    Object.fromEntries(rooms.flatMap((room) => room.ratePlans).map(({ id, name }) => [id, name])),
  );
  if (chain.length < 2) return null;
  return (
    <section>
      <h3>How it is calculated</h3>
      <ol class="chain">
        {chain.map((origin) => (
          <li key={origin.ratePlanId}>
            <bdi class="long-name">{names[origin.ratePlanId] ?? `rate plan ${origin.ratePlanId}`}</bdi>
            <Sum origin={origin} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sum({ origin: { price, derivation } }: { origin: PriceOrigin }) {
  const result = price === null ? 'not set' : formatPrice(price);
  if (!derivation) return <span class="sum-result">{result}</span>;
  const { parentPrice, steps, rounded, clamped } = derivation;
  return (
    <table class="sum">
      <tbody>
        <tr>
          <th scope="row">its parent</th>
          <td>{parentPrice === null ? 'not set' : formatPrice(parentPrice)}</td>
        </tr>
        {steps.map((step, index) => (
          <tr key={index}>
            <th scope="row">{stepInWords(step)}</th>
            <td>{formatPrice(step.result)}</td>
          </tr>
        ))}
        {rounded !== null && (
          <tr>
            <th scope="row">rounded</th>
            <td>{formatPrice(rounded)}</td>
          </tr>
        )}
        {clamped !== null && (
          <tr>
            <th scope="row">within its limits</th>
            <td>{formatPrice(clamped)}</td>
          </tr>
        )}
        <tr class="sum-result">
          <th scope="row">price</th>
          <td>{result}</td>
        </tr>
      </tbody>
    </table>
  );
}
