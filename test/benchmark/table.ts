import type { Bound, RatioName } from './bounds';
import { BOUNDS } from './bounds';

/** A measured ratio, as the table shows it. */
export interface Row {
  name: RatioName;
  ratio: number;
  /** The figure of the service, with its unit. */
  service?: string;
  /** The figure for comparison. */
  against?: string;
  /** The ratio of the version before, if that was measured too. */
  before?: number;
}

/** A measurement that failed. */
export interface Failure {
  measurement: string;
  message: string;
}

/** A row of two times in milliseconds, and their ratio. */
export function timesRow(name: RatioName, service: number, against: number): Row {
  const ratio = boundOf(name).kind === 'costs' ? service / against : against / service;
  return { name, ratio, service: milliseconds(service), against: milliseconds(against) };
}

/** A row of two rates per second, and their ratio. */
export function ratesRow(name: RatioName, service: number, against: number, how = ''): Row {
  const perSecond = (rate: number) => `${Math.round(rate)}/s`;
  return { name, ratio: service / against, service: perSecond(service), against: perSecond(against) + how };
}

export type Verdict = 'ok' | 'aim reached' | 'too slow' | 'beats its floor' | '';

/** A service that is faster than its lower limit shows that the benchmark is wrong. */
export function verdictOf(ratio: number, { kind, must, aim, isFloor }: Bound): Verdict {
  const isAtLeastAsGood = (than: number) => (kind === 'costs' ? ratio <= than : ratio >= than);
  if (!Number.isFinite(ratio)) return 'too slow';
  if (isFloor && isAtLeastAsGood(1) && ratio !== 1) return 'beats its floor';
  if (must === undefined) return '';
  if (!isAtLeastAsGood(must)) return 'too slow';
  return aim !== undefined && isAtLeastAsGood(aim) ? 'aim reached' : 'ok';
}

export function isFailure(row: Row): boolean {
  return ['too slow', 'beats its floor'].includes(verdictOf(row.ratio, boundOf(row.name)));
}

const HEAD = ['name', 'measured', 'service', 'against', 'ratio', 'must be', 'aim at', 'verdict', 'before'];

/** The table in Markdown. */
export function tableOf(rows: Row[]): string {
  const cells = rows.map(cellsOf);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

function cellsOf({ name, ratio, service = '', against = '', before }: Row): string[] {
  const bound = boundOf(name);
  const sign = bound.kind === 'costs' ? '≤' : '≥';
  const limit = (figure?: number) => (figure === undefined ? '' : `${sign} ${figure}`);
  const verdict = verdictOf(ratio, bound);
  return [
    `\`${name}\``,
    bound.says,
    service,
    against,
    figureOf(ratio),
    limit(bound.must),
    limit(bound.aim),
    verdict,
    before === undefined ? '' : figureOf(before),
  ];
}

function boundOf(name: RatioName): Bound {
  return BOUNDS[name];
}

function figureOf(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2);
}

function milliseconds(time: number): string {
  return `${time >= 100 ? time.toFixed(0) : time.toFixed(2)} ms`;
}
