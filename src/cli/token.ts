import '../platform/config/check-node';
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ScheduleModule } from '@nestjs/schedule';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { parseArgs } from 'node:util';
import { AccessTokenAdministrationService } from '../administration/access-tokens/access-token-administration.service';
import { CreateAccessTokenDto } from '../administration/access-tokens/access-token.dto';
import { AccessTokensModule } from '../administration/access-tokens/access-tokens.module';
import { readConfig } from '../platform/config/config';
import { ConfigModule } from '../platform/config/config.module';
import { DatabaseModule } from '../platform/database/database.module';
import { DatedRecordsModule } from '../dated-records.module';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';
import { fromValidation } from '../platform/http/problem';

const USAGE = `Usage: npm run token -- --name "<whose it is>" --scope push [--scope read|decide|metrics|admin]
         [--property "<only for rooms of it>"] [--expires 2099-12-31T00:00:00Z]`;

/** The part of the service that creates access tokens. */
@Module({})
class TokenModule {}

/**
 * Creates an access token from the command line. It is usually the first one, which creates the others in Swagger UI.
 */
async function createToken(): Promise<void> {
  const wanted = readArguments();
  const config = readConfig();
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: config.DATA_DIR });
  try {
    const url = config.DATABASE_URL ?? database?.url ?? '';
    const imports = [
      ConfigModule.forRoot(config),
      DatabaseModule.connect(url),
      ScheduleModule.forRoot(),
      DatedRecordsModule,
      AccessTokensModule,
    ];
    // The application is created but not initialized: only the service runs the relay and the mail worker and creates
    // the bootstrap token.
    const app = await NestFactory.create({ module: TokenModule, imports }, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    const { token } = await app.get(AccessTokenAdministrationService).createFrom('command line', wanted);
    await app.close();
    // Only the token goes to standard output, so that a shell can capture it: TOKEN=$(npm run --silent token -- …)
    console.error(`The access token of ${wanted.name}, shown this once:`);
    console.log(token);
  } finally {
    await database?.stop();
  }
}

/** @throws Error with the mistakes and the usage */
function readArguments(): CreateAccessTokenDto {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      property: { type: 'string', multiple: true },
      expires: { type: 'string' },
    },
  });
  const { name, scope: scopes, property: propertyNames, expires: expiresAt } = values;
  const wanted = plainToInstance(CreateAccessTokenDto, { name, scopes, propertyNames, expiresAt });
  const errors = validateSync(wanted, { stopAtFirstError: true });
  if (errors.length > 0) throw new Error(`${fromValidation(errors).message}\n${USAGE}`);
  return wanted;
}

createToken().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
