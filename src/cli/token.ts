import '../config/check-node';
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseArgs } from 'node:util';
import { AccessTokenService } from '../auth/access-token.service';
import { AuthModule } from '../auth/auth.module';
import type { Scope } from '../auth/scopes.decorator';
import { readConfig } from '../config/config';
import { ConfigModule } from '../config/config.module';
import { DatabaseModule } from '../database/database.module';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';

const USAGE = 'Usage: npm run token -- --name "<whose it is>" --scope push [--scope admin]';

/** The part of the service that makes access tokens. */
@Module({})
class TokenModule {}

/** Makes an access token from the command line: the first one, with which the others are made in Swagger UI. */
async function createToken(): Promise<void> {
  const { name, scopes } = readArguments();
  // The bootstrap token is made by the start of the service, and by nothing else.
  const config = { ...readConfig(), BOOTSTRAP_TOKEN: undefined };
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: config.DATA_DIR });
  try {
    const url = config.DATABASE_URL ?? database?.url ?? '';
    const imports = [ConfigModule.forRoot(config), DatabaseModule.connect(url), AuthModule];
    const app = await NestFactory.createApplicationContext(
      { module: TokenModule, imports },
      { logger: false, abortOnError: false },
    );
    const { token } = await app.get(AccessTokenService).create(name, scopes);
    await app.close();
    // Standard output has the token alone, so that a shell can take it: TOKEN=$(npm run --silent token -- …)
    console.error(`The access token of ${name}, shown this once:`);
    console.log(token);
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
