import type { PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import type { TestService } from '../../support/service';

/** The server sends the time of each step of a statement to the client, as a notice. */
const REPORT_TIMES = `SET client_min_messages = log; SET log_min_duration_statement = 0; SET log_parameter_max_length = 0`;
const REPORTED = /^duration: ([\d.]+) ms {2}(bind|execute) (\w+):/;
/**
 * The number of times that PostgreSQL plans a statement on a connection for the values of its parameters. Later, it may use
 * one plan for all values.
 */
const PLANNED_FOR_VALUES = 5;
/** The fastest of the last calls counts. A bad plan slows down all of them, and other work on the machine only some. */
const LAST_CALLS = 3;

/** The pool of pg. Its options may change while it is used. */
interface Pool {
  readonly totalCount: number;
  options: { max: number; maxUses: number };
  on(event: 'connect', listener: (client: PoolClient) => void): void;
  off(event: 'connect', listener: (client: PoolClient) => void): void;
}

/** A call of a request that is repeated over each of some connections. */
interface RepeatedCall {
  request: string;
  connection: number;
  call: number;
}

/** The times of the executions of a statement in milliseconds: by connection and by call. */
type Times = number[][][];

/**
 * The times of a statement in a request, in milliseconds, over the connection with the median ratio: other work on the
 * machine may slow down a call over one of three connections.
 */
export interface Comparison {
  statement: string;
  request: string;
  second: number;
  last: number;
  ratio: number;
}

/** Measures the prepared statements of a service on the server. It lets the service use one connection at a time. */
export class StatementTimes {
  private readonly times = new Map<string, Map<string, Times>>();
  private readonly pool: Pool;
  private current: RepeatedCall | undefined;
  private planning = 0;

  constructor(
    private readonly service: TestService,
    /** How often a request is sent over a connection. */
    private readonly calls: number,
    private readonly connections: number,
  ) {
    this.pool = (service.dataSource.driver as PostgresDriver).master as Pool;
    this.pool.options.max = 1;
    this.pool.on('connect', this.listen);
  }

  /**
   * Sends a request several times over each of some new connections.
   * @param prepare prepares each call, over other connections
   */
  async repeat(
    request: string,
    send: (call: number) => Promise<void>,
    prepare?: (call: number) => Promise<unknown>,
  ): Promise<void> {
    for (let connection = 0; connection < this.connections; connection++) {
      await this.renewConnection();
      for (let call = 0; call < this.calls; call++) {
        const number = connection * this.calls + call;
        await prepare?.(number);
        this.current = { request, connection, call };
        await send(number);
        this.current = undefined;
      }
    }
  }

  /** Compares the second call with the last ones, for each statement that every call of a request sends. */
  compare(): Comparison[] {
    const comparisons: Comparison[] = [];
    for (const [statement, byRequest] of this.times)
      for (const [request, times] of byRequest) {
        if (!this.isComplete(times)) continue;
        const ofConnections = times.map((byCall) => {
          const second = secondOf(byCall);
          const last = Math.min(...byCall.slice(-LAST_CALLS).map(sum));
          return { statement, request, second, last, ratio: last / second };
        });
        ofConnections.sort((one, other) => one.ratio - other.ratio);
        comparisons.push(ofConnections[Math.floor(this.connections / 2)] as Comparison);
      }
    return comparisons;
  }

  stop(): void {
    this.pool.off('connect', this.listen);
  }

  private readonly listen = (client: PoolClient): void => {
    client.on('notice', ({ message = '' }) => {
      const [, milliseconds, step, statement] = REPORTED.exec(message) ?? [];
      if (statement === undefined) return;
      if (step === 'bind') this.planning = Number(milliseconds);
      else this.add(statement, this.planning + Number(milliseconds));
    });
  };

  private add(statement: string, milliseconds: number): void {
    if (!this.current) return;
    const { request, connection, call } = this.current;
    const byRequest = this.times.get(statement) ?? new Map<string, Times>();
    this.times.set(statement, byRequest);
    const times = byRequest.get(request) ?? [];
    byRequest.set(request, times);
    const byCall = (times[connection] ??= []);
    (byCall[call] ??= []).push(milliseconds);
  }

  private isComplete(times: Times): boolean {
    return Array.from({ length: this.connections }, (_, connection) => times[connection]).every(
      (byCall) => byCall && Object.keys(byCall).length === this.calls,
    );
  }

  private async renewConnection(): Promise<void> {
    this.pool.options.maxUses = 1;
    const { dataSource } = this.service;
    await Promise.all(Array.from({ length: this.pool.totalCount }, () => dataSource.query('SELECT 1')));
    this.pool.options.maxUses = Infinity;
    await dataSource.query(REPORT_TIMES);
  }
}

/**
 * Returns the time of the second call. If one call runs a statement several times, the second call may already use a
 * plan for all values. Its time is then computed from the first executions.
 */
function secondOf(byCall: number[][]): number {
  const ofSecond = byCall[1] ?? [];
  const first = byCall.flat().slice(1, PLANNED_FOR_VALUES);
  return 2 * ofSecond.length < PLANNED_FOR_VALUES ? sum(ofSecond) : ofSecond.length * median(first);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
