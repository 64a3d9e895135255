import '../platform/config/check-node';
import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { parseArgs } from 'node:util';
import { AccessTokenAdministrationService } from '../administration/access-tokens/access-token-administration.service';
import { CreateAccessTokenDto } from '../administration/access-tokens/access-token.dto';
import { AccessTokensModule } from '../administration/access-tokens/access-tokens.module';
import { fromValidation } from '../platform/http/problem';
import { runCommand } from './run-command';

const USAGE = `Usage: npm run token -- --name "<whose it is>" --scope push [--scope read|decide|metrics|admin]
         [--property "<only for rooms of it>"] [--expires 2099-12-31T00:00:00Z]`;

/**
 * Creates an access token from the command line. It is usually the first one, which creates the others in Swagger UI.
 */
async function createToken(): Promise<void> {
  const wanted = readArguments();
  const { token } = await runCommand(AccessTokensModule, (app) =>
    app.get(AccessTokenAdministrationService).createFrom('command line', wanted),
  );
  // Only the token goes to standard output, so that a shell can capture it: TOKEN=$(npm run --silent token -- …)
  console.error(`The access token of ${wanted.name}, shown this once:`);
  console.log(token);
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
