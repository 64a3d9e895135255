/** The version of the schema that the first release made; its migrations need not say so. */
const FIRST_VERSION = 1;

/** The schema version that a migration belongs to, from its name, such as `V2Closures1790000000000`. */
function versionOf(migration: string): number | undefined {
  const digits = /^V(\d+)[A-Z]/.exec(migration)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The version of the schema that these migrations make. */
export function schemaVersion(migrations: readonly string[]): number {
  return Math.max(FIRST_VERSION, ...migrations.map((name) => versionOf(name) ?? FIRST_VERSION));
}

/**
 * Checks that a program can work with a schema. The migrations of a release only add to the schema, so a program also
 * works with the schema of the next release. What later releases may remove is unknown to it.
 * @param known the names of the program's migrations
 * @param applied the names of the database's
 * @returns whether the schema is that of the next release
 * @throws Error that says what to do, where the schema is newer than that or comes from elsewhere
 */
export function assertSchemaIsKnown(known: readonly string[], applied: readonly string[]): boolean {
  const own = schemaVersion(known);
  const unknown = applied.filter((name) => !known.includes(name));
  const foreign = unknown.filter((name) => (versionOf(name) ?? 0) <= own);
  if (foreign.length > 0) {
    const advice = 'Check DATABASE_URL, or create an empty database';
    throw new Error(
      `The schema was not made by a release of this program: ${foreign.join(', ')}. ${advice}.`,
    );
  }
  const newest = schemaVersion(unknown);
  if (newest > own + 1) {
    throw new Error(
      `The schema has version ${newest}, and this program works with versions up to ${own + 1}. ` +
        'Start a newer release, or take the newer migrations back with its program: see docs/upgrades.md.',
    );
  }
  return newest > own;
}
