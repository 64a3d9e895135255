/** The schema version of the first release. The names of its migrations need not contain it. */
const FIRST_VERSION = 1;

/** The schema version of a migration, read from its name, for example `V2Closures1790000000000`. */
function versionOf(migration: string): number | undefined {
  const digits = /^V(\d+)[A-Z]/.exec(migration)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function schemaVersion(migrations: readonly string[]): number {
  return Math.max(FIRST_VERSION, ...migrations.map((name) => versionOf(name) ?? FIRST_VERSION));
}

/**
 * Checks that a program can work with a schema. The migrations of a release only add to the schema, so a program also
 * works with the schema of the next release. A program cannot know what later releases remove.
 * @param known the names of the program's migrations
 * @param applied the names of the migrations in the database
 * @returns whether the schema belongs to the next release
 * @throws Error with advice if the schema is even newer or comes from another program
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
        'Start a newer release, or revert the newer migrations with its program: see docs/upgrades.md.',
    );
  }
  return newest > own;
}
