/** The message of pg when the server asks for a password and DATABASE_URL has none. */
const NO_PASSWORD = 'client password must be a string';

const INVALID_PASSWORD = '28P01';
const READ_ONLY = '25006';
const CODE = /^[0-9A-Z]{5}$/;

/** Turns an error of the database into one that says in one line why the database cannot be used. */
export function startFailure(url: string | undefined, error: unknown): unknown {
  const { code } = Object(error) as { code?: unknown };
  const isOfDatabase = typeof code === 'string' && CODE.test(code);
  return url !== undefined && isOfDatabase ? connectionFailure(url, error) : error;
}

/** Describes in one line why a database cannot be used. The message never contains the password. */
export function connectionFailure(url: string, error: unknown): Error {
  return unusable(url, reasonOf(error), adviceFor(error), error);
}

/** The error of a database that has another encoding than UTF-8. */
export function wrongEncoding(url: string, encoding: string): Error {
  const advice = "Create it with ENCODING 'UTF8' TEMPLATE template0";
  return unusable(url, `its encoding is ${encoding}, which has no letters for some names`, `${advice}.`);
}

function unusable(url: string, reason: string, advice: string, cause?: unknown): Error {
  const { hostname, port, pathname } = new URL(url);
  const name = pathname.length > 1 ? `"${decodeURIComponent(pathname.slice(1))}" ` : '';
  const where = `The database ${name}at ${hostname || 'localhost'}:${port || 5432} cannot be used`;
  return new Error(`${where}: ${reason}. ${advice}`, { cause });
}

function adviceFor(error: unknown): string {
  switch ((error as { code?: unknown }).code) {
    // Compose sets the password of a role only when it creates the database. A later change of the setting reaches only
    // the service.
    case INVALID_PASSWORD:
      return (
        'Check the password in DATABASE_URL or PGPASSWORD (with Compose, SERVICE_PASSWORD or MIGRATION_PASSWORD). ' +
        "ALTER ROLE … PASSWORD '…' changes the one that the database knows."
      );
    case READ_ONLY:
      return (
        'DATABASE_URL must name the primary server, and default_transaction_read_only must be off for the database ' +
        'and the role.'
      );
    default:
      return 'Check DATABASE_URL, and whether it runs.';
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.includes(NO_PASSWORD)) return 'it asks for a password, and DATABASE_URL has none';
  // A host name with several addresses fails once for each address, and the outer error has no message.
  const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : [error.message];
  return [...new Set(reasons)].join('; ').replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
