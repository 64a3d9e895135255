import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the command that creates an access token, for people to paste.
 * Unlike a checkout, the image has no lock file. The command of the image has to run inside the container: outside,
 * it would create a token in another database.
 * @param folder any folder inside the package
 */
export function tokenCommand(folder: string): string {
  if (!existsSync(join(folder, 'package.json'))) return tokenCommand(dirname(folder));
  const isCheckout = existsSync(join(folder, 'package-lock.json'));
  return isCheckout ? 'npm run token --' : '(inside this container) node dist/src/cli/token.js';
}
