import type { HistoryEntry } from '../api-types';
import { formatMoment, formatPrice } from '../format';

const WIDTH = 320;
const HEIGHT = 110;
const TOP = 14;
const BOTTOM = 92;

/** A step chart of the price over time. */
export function PriceLine({ history, currency }: { history: HistoryEntry[]; currency: string }) {
  const steps = history.filter(({ price }) => price !== null).reverse();
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last || steps.length < 2) return null;
  const prices = steps.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [begin, end] = [Date.parse(first.at), Math.max(Date.now(), Date.parse(last.at) + 1)];
  const x = (at: string) => 4 + ((Date.parse(at) - begin) / (end - begin)) * (WIDTH - 8);
  const y = (price: number) =>
    high === low ? (TOP + BOTTOM) / 2 : BOTTOM - ((price - low) / (high - low)) * (BOTTOM - TOP);
  const path = steps.map(({ at }, index) => {
    const height = y(prices[index] ?? low);
    return index === 0 ? `M${x(at)} ${height}` : `H${x(at)}V${height}`;
  });
  const label = `Price over time: ${steps.length} prices between ${low} and ${high} ${currency}, now ${last.price}`;
  return (
    <section>
      <h3>Over time</h3>
      <svg class="price-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <path class="axis" d={`M4 ${TOP}H${WIDTH - 4}M4 ${BOTTOM}H${WIDTH - 4}`} />
        <path class="line" d={`${path.join('')}H${WIDTH - 4}`} />
        {steps.map(({ requestId, at }, index) => (
          <circle key={requestId + at} class="dot" cx={x(at)} cy={y(prices[index] ?? low)} r="3" />
        ))}
        <text x="4" y={TOP - 4}>
          {formatPrice(String(high))}
        </text>
        {high !== low && (
          <text x="4" y={BOTTOM - 4}>
            {formatPrice(String(low))}
          </text>
        )}
        <text x="4" y={HEIGHT - 4}>
          {formatMoment(first.at)}
        </text>
        <text x={WIDTH - 4} y={HEIGHT - 4} text-anchor="end">
          now
        </text>
      </svg>
    </section>
  );
}
