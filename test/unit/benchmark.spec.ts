import { readFileSync } from 'node:fs';
import type { Bound } from '../benchmark/bounds';
import { BASELINE_RATIO, BOUNDS } from '../benchmark/bounds';
import { inTurn, median } from '../benchmark/rounds';
import { isFailure, ratesRow, tableOf, timesRow, verdictOf } from '../benchmark/table';

/** The name of a figure, as a cell of a table. */
const FIGURE = /^`[a-z_\d]+`$/;

describe('the benchmark', () => {
  const cost: Bound = { says: '', kind: 'costs', must: 2, aim: 1.5, isFloor: true };
  const gain: Bound = { says: '', kind: 'gains', must: 0.2, aim: 0.5, isFloor: true };

  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 9, 100, 1], 9.5],
  ])('The median of %j is its middle figure', (figures, middle) => {
    expect(median(figures)).toBe(middle);
  });

  it.each(['docs/capacity.md', 'docs/performance.md'])(
    'The benchmark measures every figure that %s names',
    (document) => {
      const tables = readFileSync(document, 'utf8').match(/^\|.*$/gm) ?? [];
      const named = tables.join('\n').match(/(?<=\| `)[a-z]+(_[a-z]+)+(?=`)/g) ?? [];
      expect(named.length).toBeGreaterThan(3);
      expect(Object.keys(BOUNDS)).toEqual(expect.arrayContaining(named));
    },
  );

  it('The figures of docs/performance.md are those of the latest whole run of the benchmark', () => {
    const [measured, documented] = [figuresIn('test/benchmark/result.md'), figuresIn('docs/performance.md')];
    const missing = Object.keys(BOUNDS).filter((name) => !measured.some(([cell]) => cell === `\`${name}\``));
    expect(missing).toEqual([BASELINE_RATIO]);
    // The documented table has no column for a version to compare with.
    expect(documented).toEqual(measured.map((cells) => cells.slice(0, -1)));
  });

  it('The ratios of docs/scaling.md are those of the table in docs/performance.md', () => {
    const ratios = new Map(figuresIn('docs/performance.md').map(([name, , , , ratio]) => [name, ratio]));
    const rows = rowsOf('docs/scaling.md').filter(([, name]) => FIGURE.test(name ?? ''));
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const [, name, ratio] of rows) expect({ name, ratio }).toEqual({ name, ratio: ratios.get(name) });
  });

  it('The figures of docs/capacity.md are those of the table in docs/performance.md', () => {
    const measured = new Map(
      rowsOf('docs/performance.md').flatMap(([name = '', , service = '', , ratio = '']) =>
        name.startsWith('`') ? [[name.slice(1, -1), figureOf(service) ?? Number(ratio)] as const] : [],
      ),
    );
    const compared: string[] = [];
    for (const cells of rowsOf('docs/capacity.md')) {
      const name = /`([a-z]+(?:_[a-z]+)+)`/.exec(cells.at(-1) ?? '')?.[1];
      const figure = name === undefined ? undefined : measured.get(name);
      if (name === undefined || figure === undefined) continue;
      const documented = Number(/[\d,.]*\d/.exec(cells[1] ?? '')?.[0].replaceAll(',', ''));
      compared.push(name);
      // Two digits are enough to plan with.
      expect({ name, figure: documented.toPrecision(2) }).toEqual({ name, figure: figure.toPrecision(2) });
    }
    expect(compared.length).toBeGreaterThanOrEqual(7);
  });

  it('An empty list has no median', () => {
    expect(() => median([])).toThrow('nothing');
  });

  it.each([
    ['a cost above what it must be', 2.01, cost, 'too slow'],
    ['a cost within its bound', 2, cost, 'ok'],
    ['a cost that reaches its aim', 1.5, cost, 'aim reached'],
    ['a cost below its floor', 0.99, cost, 'beats its floor'],
    ['a cost below a yardstick that is no floor', 0.99, { ...cost, isFloor: false }, 'aim reached'],
    ['a gain below what it must be', 0.19, gain, 'too slow'],
    ['a gain within its bound', 0.2, gain, 'ok'],
    ['a gain that reaches its aim', 0.5, gain, 'aim reached'],
    ['a gain above its floor', 1.01, gain, 'beats its floor'],
    ['a figure that was not taken', NaN, cost, 'too slow'],
    ['a figure without a bound', 3, { ...cost, must: undefined }, ''],
  ])('The verdict on %s, %d, is "%s"', (_, ratio, bound, verdict) => {
    expect(verdictOf(ratio, bound)).toBe(verdict);
  });

  it('The benchmark fails if a figure is too slow or beats its floor', () => {
    expect(isFailure(timesRow('update_over_floor', 30, 20))).toBe(false);
    expect(isFailure(timesRow('update_over_floor', 50, 20))).toBe(true);
    expect(isFailure(timesRow('update_over_floor', 19, 20))).toBe(true);
    expect(isFailure(ratesRow('small_throughput_over_floor', 1100, 1000))).toBe(true);
  });

  it('A ratio that should be large divides by the time of the service, and the table shows both times', () => {
    const row = timesRow('loop_over_service', 25, 10_000);
    expect(row.ratio).toBe(400);
    expect(tableOf([row]).split('\n').at(-1)).toMatch(
      /`loop_over_service`.* 25\.00 ms .* 10000 ms .* 400 .* ≥ 150 .* ≥ 400 .* aim reached/,
    );
  });

  it('The benchmark runs its ways in turn, lets each begin in turn, and times neither warm-up nor preparation', async () => {
    const calls: string[] = [];
    const way = (name: string, time: number) => (round: number) => {
      calls.push(`${name}${round}`);
      return () => Promise.resolve(round === 0 ? 1000 : time + round);
    };
    const medians = await inTurn({ a: way('a', 10), b: way('b', 20) }, { rounds: 3, warmUp: 1 });
    expect(medians).toEqual({ a: 12, b: 22 });
    expect(calls).toEqual(['b0', 'a0', 'a1', 'b1', 'b2', 'a2', 'a3', 'b3']);
  });

  it('The warm-up of a benchmark lasts as long as the caller asks', async () => {
    const start = performance.now();
    const counted: number[] = [];
    await inTurn(
      { a: () => () => Promise.resolve(counted.push(performance.now() - start)) },
      { rounds: 2, warmUp: 0, warmUpMs: 20 },
    );
    expect(counted.length).toBeGreaterThan(2);
    expect(counted.at(-2)).toBeGreaterThanOrEqual(20);
  });
});

/** The rows of a document that begin with the name of a figure. */
function figuresIn(document: string): string[][] {
  return rowsOf(document).filter(([name]) => FIGURE.test(name ?? ''));
}

/** The cells of the tables of a document, row by row. */
function rowsOf(document: string): string[][] {
  const lines = readFileSync(document, 'utf8').match(/^\|.*\|$/gm) ?? [];
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The figure of the service as a rate per second; undefined if the row has only a ratio. */
function figureOf(service: string): number | undefined {
  const [, figure = '', unit] = /^([\d.]+)(\/s| ms)/.exec(service) ?? [];
  if (unit === undefined) return undefined;
  return unit === '/s' ? Number(figure) : 1_000 / Number(figure);
}
