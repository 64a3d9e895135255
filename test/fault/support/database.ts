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
    if (isPooled && !PgBouncer.isInstalled()) PgBouncer.skip();
    else tests(isPooled ? startPooled : startDirect, isPooled);
  });
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
