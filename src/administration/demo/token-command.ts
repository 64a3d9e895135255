import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The command that makes an access token, as people can paste it. The image has no lock file, unlike a checkout: there the
 * command has to run inside the container, because outside it would make a token in another database.
 * @param folder somewhere below the package
 */
export function tokenCommand(folder: string): string {
  if (!existsSync(join(folder, 'package.json'))) return tokenCommand(dirname(folder));
  const isCheckout = existsSync(join(folder, 'package-lock.json'));
  return isCheckout ? 'npm run token --' : '(inside this container) node dist/src/cli/token.js';
}
