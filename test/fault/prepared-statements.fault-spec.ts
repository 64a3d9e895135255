import { PreparedStatement } from '../../src/platform/database/prepared-statement';
import { TestService } from '../support/service';
import { note } from './support/figures';
import { LargestRequests } from './support/largest-requests';
import { StatementTimes } from './support/statement-times';

/** From the sixth execution on a connection, PostgreSQL may plan a statement once for all values of its parameters. */
const CALLS = 10;
const CONNECTIONS = 3;
const MAX_RATIO = 1.5;
/** A difference of so few milliseconds is noise. */
const NOISE_MS = 3;
/** Statements that only a cluster needs: the locks on its workers, and comparisons by which Citus finds them. */
const ON_CITUS = /advisory_xact_lock\(-|AND stored\.date = ANY \(\$\d+::date\[\]\)/;

describe('prepared statements at the largest requests', () => {
  let service: TestService;
  let times: StatementTimes;
  beforeAll(async () => {
    service = await TestService.start({ settings: { DATABASE_POOL_SIZE: '2' } });
    const beside = await service.startBeside({ settings: { DATABASE_POOL_SIZE: '8' } });
    times = new StatementTimes(service, CALLS, CONNECTIONS);
    await new LargestRequests(service, beside, times).sendAll();
  }, 600_000);
  afterAll(async () => {
    times.stop();
    await service.stop();
  });

  it('The measurement includes every prepared statement', () => {
    const measured = new Set(times.compare().map(({ statement }) => statement));
    const needed = PreparedStatement.all.filter(({ text }) => !ON_CITUS.test(text));
    expect(needed.flatMap(({ name }) => (measured.has(name) ? [] : name))).toEqual([]);
  });

  it('The last calls of a statement over a connection take at most 1.5 times as long as its second call', () => {
    const all = times.compare().sort((one, other) => other.ratio - one.ratio);
    const largest = all.filter(({ second }) => second > NOISE_MS).slice(0, 5);
    const worst = largest.map(
      ({ statement, request, second, last }) =>
        `${statement} (${request}) ${second.toFixed(1)} → ${last.toFixed(1)}`,
    );
    note({ measured: all.length, 'slowest in ms': worst.join('; ') });
    const slower = all.filter(({ second, last }) => last > MAX_RATIO * second + NOISE_MS);
    expect(slower).toEqual([]);
  });
});
