import { PgBouncer } from './pgbouncer';
import { PostgresProcess } from './postgres-process';

/** A PostgreSQL, and the URL that the service uses. */
export interface Database {
  postgres: PostgresProcess;
  /** The URL for the service: of PostgreSQL itself, or of the PgBouncer in front of it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Runs tests for each way to connect the service: `$way` in the title. If PgBouncer is not installed, the tests that use
 * it are skipped with a message.
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

/** Replaces the tests that need PgBouncer. */
function skipWithoutPgBouncer(): void {
  it.skip('PgBouncer is not installed: apt-get install pgbouncer', () => undefined);
  console.log('PgBouncer is not installed, so nothing is tested through it. apt-get install pgbouncer');
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
