import { PgBouncer } from './pgbouncer';
import { PostgresProcess } from './postgres-process';

/** A PostgreSQL, and how the service is to reach it. */
export interface Database {
  postgres: PostgresProcess;
  /** For the service: of PostgreSQL itself, or of the PgBouncer in front of it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Describes what holds however the service is connected, and tests it for each way: `$way` in the title. Where PgBouncer
 * is not installed, the tests that go through it are skipped, and say so.
 */
export function describeConnected(
  title: string,
  tests: (start: () => Promise<Database>, isPooled: boolean) => void,
): void {
  describe.each([
    { way: 'directly', isPooled: false },
    { way: 'through PgBouncer', isPooled: true },
  ])(title, ({ isPooled }) => {
    if (isPooled && !PgBouncer.isInstalled()) skipWithoutPgBouncer();
    else tests(isPooled ? startPooled : startDirect, isPooled);
  });
}

/** In the place of tests that need it. */
function skipWithoutPgBouncer(): void {
  it.skip('PgBouncer is not installed: apt-get install pgbouncer', () => undefined);
  console.log('PgBouncer is not installed: what goes through it is not tested. apt-get install pgbouncer');
}

async function startDirect(): Promise<Database> {
  const postgres = await PostgresProcess.start();
  return { postgres, url: postgres.url, stop: () => postgres.stop() };
}

async function startPooled(): Promise<Database> {
  const postgres = await PostgresProcess.start();
  const pooler = await PgBouncer.start(postgres);
  const stop = async () => {
    await pooler.stop();
    await postgres.stop();
  };
  return { postgres, url: pooler.url, stop };
}
