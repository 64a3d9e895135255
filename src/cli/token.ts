import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { AccessTokenRepository } from '../auth/access-token.repository';
import { AccessTokenService } from '../auth/access-token.service';
import type { Scope } from '../auth/scopes.decorator';
import { TokenLookups } from '../auth/token-lookups';
import { readConfig } from '../config/config';
import { databaseOptions } from '../database/database.options';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { migrate } from '../database/migrate';
import { ConnectionQueue } from '../database/connection-queue';
import { OutageDetector } from '../database/outage-detector';
import { PreparedStatementSupport } from '../database/prepared-statement-support';
import { TransactionRunner } from '../database/transaction-runner';

const USAGE = 'Usage: npm run token -- --name "<whose it is>" --scope push [--scope admin]';

/** Makes an access token from the command line: the first one, with which the others are made in Swagger UI. */
async function createToken(): Promise<void> {
  const { name, scopes } = readArguments();
  const config = readConfig();
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: config.DATA_DIR });
  try {
    const url = config.DATABASE_URL ?? database?.url ?? '';
    await migrate(url);
    const dataSource = await new DataSource(databaseOptions(url, 2)).initialize();
    const repository = new AccessTokenRepository();
    const lookups = new TokenLookups(
      new TransactionRunner(
        dataSource,
        config,
        new ConnectionQueue(config),
        new OutageDetector(),
        new PreparedStatementSupport(),
      ),
      repository,
    );
    const tokens = new AccessTokenService(dataSource.manager, repository, lookups);
    const { token } = await tokens.create(name, scopes);
    await dataSource.destroy();
    console.log(`The access token of ${name}, shown this once:\n\n${token}\n`);
  } finally {
    await database?.stop();
  }
}

/** @throws Error with the usage */
function readArguments(): { name: string; scopes: Scope[] } {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, scope: { type: 'string', multiple: true } },
  });
  const scopes = values.scope ?? [];
  const areScopes = (texts: string[]): texts is Scope[] =>
    texts.every((text) => text === 'push' || text === 'admin');
  if (!values.name || scopes.length === 0 || !areScopes(scopes)) throw new Error(USAGE);
  return { name: values.name, scopes };
}

createToken().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
