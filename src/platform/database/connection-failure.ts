/** What pg says of a server that asks for a password, when it has none. */
const NO_PASSWORD = 'client password must be a string';

const INVALID_PASSWORD = '28P01';

/** Says in one line which database cannot be used and why, and never with which password. */
export function connectionFailure(url: string, error: unknown): Error {
  const { hostname, port, pathname } = new URL(url);
  const name = pathname.length > 1 ? `"${decodeURIComponent(pathname.slice(1))}" ` : '';
  const where = `The database ${name}at ${hostname || 'localhost'}:${port || 5432} cannot be used`;
  return new Error(`${where}: ${reasonOf(error)}. ${adviceFor(error)}`, { cause: error });
}

/** With Compose, the password of a role is set when the database is created; a later change reaches the service alone. */
function adviceFor(error: unknown): string {
  if ((error as { code?: unknown }).code !== INVALID_PASSWORD)
    return 'Check DATABASE_URL, and whether it runs.';
  return (
    'Check the password in DATABASE_URL or PGPASSWORD (with Compose, SERVICE_PASSWORD or MIGRATION_PASSWORD). ' +
    "ALTER ROLE … PASSWORD '…' changes the one that the database knows."
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.includes(NO_PASSWORD)) return 'it asks for a password, and DATABASE_URL has none';
  // A name with several addresses has a failure for each of them, and says nothing itself.
  const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : [error.message];
  return [...new Set(reasons)].join('; ').replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
