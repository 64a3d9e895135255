import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PushesByHour } from '../api-types';
import { formatCount, formatTime } from '../format';
import { useHotel } from '../router';
import { useApi } from '../session';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';

type Hour = PushesByHour['hours'][number];

const EVERY_MS = 60_000;
const WIDTH = 720;
const HEIGHT = 120;
const TOP = 16;
const BOTTOM = 98;
const GAP = 2;
/** The parts of a bar, from the bottom up. */
const PARTS = [
  { kind: 'applied', words: 'applied', count: ({ applied }: Hour) => applied },
  {
    kind: 'without',
    words: 'without effect',
    count: ({ emptyList, roomMissing, ratePlanMissing }: Hour) => emptyList + roomMissing + ratePlanMissing,
  },
  { kind: 'refused', words: 'refused or failed', count: ({ refused, failed }: Hour) => refused + failed },
];

/** The pushes of the last 24 hours as bars, with a table of the same numbers. */
export function PushesOfDay() {
  const api = useApi();
  const hotel = useHotel();
  const { data, error, reload } = useLoad(
    (signal) => api.get<PushesByHour>('feedHealth/pushes', { propertyName: hotel }, signal),
    [api, hotel],
    EVERY_MS,
  );
  return (
    <section class="card">
      <h2>Pushes by hour</h2>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <Loading what="the pushes" />}
      {data && (
        <>
          <Bars hours={data.hours} />
          <details>
            <summary>The numbers</summary>
            <Numbers hours={data.hours} />
          </details>
        </>
      )}
    </section>
  );
}

function Bars({ hours }: { hours: Hour[] }) {
  const element = useRef<HTMLDivElement>(null);
  // On a narrow screen, the bars are wider than the screen. The newest hours are at the right.
  useLayoutEffect(() => element.current?.scrollTo(element.current.scrollWidth, 0), []);
  const totals = hours.map((hour) => PARTS.reduce((sum, { count }) => sum + count(hour), 0));
  const most = Math.max(...totals);
  const width = WIDTH / hours.length;
  const height = (count: number) => (most === 0 ? 0 : (count / most) * (BOTTOM - TOP));
  return (
    <>
      <div ref={element} class="bars-scroll" role="region" aria-label="Bars of the pushes" tabIndex={0}>
        <svg
          class="bars"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`Pushes by hour: at most ${formatCount(most)} an hour`}
        >
          <path class="axis" d={`M0 ${TOP}H${WIDTH}M0 ${BOTTOM}H${WIDTH}`} />
          {hours.map((hour, index) => {
            let top = BOTTOM;
            return (
              <g key={hour.at}>
                <title>{inWords(hour)}</title>
                <rect class="area" x={index * width} y={TOP} width={width} height={BOTTOM - TOP} />
                {PARTS.map(({ kind, count }) => {
                  const part = height(count(hour));
                  top -= part;
                  return (
                    <rect
                      key={kind}
                      class={`bar-${kind}`}
                      x={index * width + GAP / 2}
                      y={top}
                      width={width - GAP}
                      height={part}
                    />
                  );
                })}
                {index % 3 === 0 && (
                  <text x={index * width + GAP / 2} y={HEIGHT - 6}>
                    {formatTime(hour.at)}
                  </text>
                )}
              </g>
            );
          })}
          <text x={WIDTH} y={TOP - 4} text-anchor="end">
            {formatCount(most)}
          </text>
        </svg>
      </div>
      <ul class="swatches small" aria-label="Colours">
        {PARTS.map(({ kind, words }) => (
          <li key={kind}>
            <span class={`swatch bar-${kind}`} /> {words}
          </li>
        ))}
      </ul>
    </>
  );
}

function Numbers({ hours }: { hours: Hour[] }) {
  return (
    <div class="table-scroll" role="region" aria-label="Pushes by hour" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {PARTS.map(({ kind, words }) => (
              <th key={kind} scope="col" class="number">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.toReversed().map((hour) => (
            <tr key={hour.at}>
              <th scope="row">{formatTime(hour.at)}</th>
              {PARTS.map(({ kind, count }) => (
                <td key={kind} class="number">
                  {formatCount(count(hour))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inWords(hour: Hour): string {
  const parts = PARTS.map(({ words, count }) => `${formatCount(count(hour))} ${words}`);
  return `From ${formatTime(hour.at)}: ${parts.join(', ')}`;
}
