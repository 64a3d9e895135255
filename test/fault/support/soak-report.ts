import type { Attempt, SentPush } from './callers';
import { isAcknowledged, wasRefused } from './callers';
import type { PostgresProcess } from './postgres-process';
import type { ServiceProcess } from '../../support/service-process';

/** The figures of one minute of the soak. */
export interface Minute {
  attempts: Attempt[];
  reads: number[];
  faults: string[];
  memory: number[];
  connections: number;
  /** The size of the price table. */
  megabytes: number;
  deadRows: number;
}

const COLUMNS = [
  'minute',
  'calls/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'longest ms',
  '503',
  'reads p95 ms',
  'memory MiB',
  'connections',
  'prices MB',
  'dead rows',
  'faults',
];

export function heading(): string {
  return `${row(COLUMNS)}\n${row(COLUMNS.map(() => '---'))}`;
}

export function line(minute: number, { attempts, reads, faults, ...state }: Minute): string {
  const waits = waitsOf(attempts);
  return row([
    String(minute),
    (attempts.length / 60).toFixed(1),
    ...[0.5, 0.95, 0.99, 1].map((share) => milliseconds(waits, share)),
    String(attempts.filter(({ status }) => status === 503).length),
    milliseconds(
      reads.toSorted((a, b) => a - b),
      0.95,
    ),
    state.memory.map((mebibytes) => mebibytes.toFixed(0)).join(' + '),
    String(state.connections),
    state.megabytes.toFixed(1),
    String(state.deadRows),
    faults.join(', '),
  ]);
}

/** Returns the present state of the service and of its database. */
export async function look(
  postgres: PostgresProcess,
  instances: ServiceProcess[],
): Promise<Pick<Minute, 'memory' | 'connections' | 'megabytes' | 'deadRows'>> {
  const [found] = await postgres.query<{ connections: number; megabytes: number; deadRows: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE usename = 'intake') AS connections,
            pg_total_relation_size('rate_room_availability') / 1e6::float8 AS megabytes,
            (SELECT n_dead_tup::int FROM pg_stat_user_tables WHERE relname = 'rate_room_availability') AS "deadRows"`,
  );
  if (!found) throw new Error('PostgreSQL returned no figures');
  return { ...found, memory: await Promise.all(instances.map((instance) => instance.memory())) };
}

/** Summarizes the soak: figures of all minutes, and the result of the ledger. */
export function summaryTable(
  minutes: Minute[],
  ledger: SentPush[],
  findings: Record<string, unknown[]>,
): string {
  const waits = waitsOf(ledger.flatMap(({ attempts }) => attempts));
  const acknowledged = ledger.filter(isAcknowledged).length;
  const [first, last] = [minutes[0], minutes.at(-1)];
  const most = (of: (minute: Minute) => number) => Math.max(...minutes.map(of));
  const rows: [string, string | number][] = [
    ['minutes', minutes.length],
    ['pushes sent', ledger.length],
    ['acknowledged', acknowledged],
    ['failed after the calls that callers make again', ledger.length - acknowledged],
    ['refused with 503', ledger.filter(wasRefused).length],
    ['sent again', ledger.filter(({ attempts }) => attempts.length > 1).length],
    [
      'answer p50 / p95 / p99 in ms',
      [0.5, 0.95, 0.99].map((share) => milliseconds(waits, share)).join(' / '),
    ],
    ['longest answer in ms', milliseconds(waits, 1)],
    ['faults', minutes.flatMap(({ faults }) => faults).length],
    ['memory of an instance in MiB, at most', most(({ memory }) => Math.max(...memory)).toFixed(0)],
    ['connections, at most', most(({ connections }) => connections)],
    ['prices in MB, first and last minute', `${first?.megabytes.toFixed(1)}, ${last?.megabytes.toFixed(1)}`],
    ...Object.entries(findings).map(([name, found]): [string, number] => [name, found.length]),
  ];
  return [
    row(['of the whole', '']),
    row(['---', '---']),
    ...rows.map(([name, value]) => row([name, String(value)])),
  ].join('\n');
}

function waitsOf(attempts: Attempt[]): number[] {
  const waits = attempts.map(({ sentAt, answeredAt = Infinity }) => answeredAt - sentAt);
  return waits.sort((a, b) => a - b);
}

function milliseconds(sorted: number[], share: number): string {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0) ?? '';
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
