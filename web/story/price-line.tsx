import type { HistoryEntry } from '../api-types';
import { formatMoment, formatPrice } from '../format';
import { madeBy } from './sentence';

const WIDTH = 320;
const HEIGHT = 110;
const TOP = 14;
const BOTTOM = 92;
/** The shapes of the kinds of calls: a disc, a square for a release, and a diamond for an undo. */
const DISC = 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z';
const MARKS: Record<HistoryEntry['kind'], string> = {
  push: DISC,
  derivation: DISC,
  release: 'M-3 -3H3V3H-3Z',
  undo: 'M0 -4.5L4.5 0L0 4.5L-4.5 0Z',
};

/** A step chart of the price over time, with a mark for each call. The history below has the same as text. */
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
        {steps.map((entry, index) => (
          <path
            key={entry.requestId + entry.at}
            class={`dot dot-${entry.kind}`}
            d={MARKS[entry.kind]}
            transform={`translate(${x(entry.at)} ${y(prices[index] ?? low)})`}
          >
            <title>{`${formatPrice(entry.price ?? '')} ${currency}, ${madeBy(entry)}`}</title>
          </path>
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
