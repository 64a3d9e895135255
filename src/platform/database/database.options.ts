import { join } from 'node:path';
import type { CustomTypesConfig } from 'pg';
import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { onConnect } from './sessions';

/** PostgreSQL types, by OID, that are parsed as another type, because pg's own parser would change the values. */
const READ_AS = new Map<number, number>([
  // pg reads a `date` as local midnight, which is the day before in UTC for zones east of Greenwich.
  [types.builtins.DATE, types.builtins.TEXT],
  [1182, 1009], // date[] as text[]
  // pg reads each element of a numeric[] as a binary float.
  [1231, 1009], // numeric[] as text[]
]);

const exactTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format) =>
    // The type declares only the builtin OIDs; the function accepts every OID.
    (types.getTypeParser as (oid: number, format?: 'text' | 'binary') => never)(
      READ_AS.get(oid) ?? oid,
      format,
    ),
};

/** A session may outlive a failover or a change of the server's settings, but not by more than this. */
const MAX_AGE_SECONDS = 600;

/**
 * The connection options of the service, its tests and TypeORM's command line. They contain no entities: each module
 * registers its own, and code without modules passes a file pattern.
 * @param extra pg options in addition to those that every connection has
 */
export function databaseOptions(url: string, poolSize: number, extra: object = {}): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    migrations: [join(__dirname, 'migrations/*.{js,ts}')],
    migrationsTableName: 'migration',
    synchronize: false,
    // The service or the table generates ids: no extension is needed, nor the right to create one.
    installExtensions: false,
    poolSize,
    applicationName: 'channel-manager-intake',
    extra: {
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // Statements that do not depend on each other's answers share a round trip.
      pipeline: true,
      types: exactTypes,
      maxLifetimeSeconds: MAX_AGE_SECONDS,
      onConnect,
      ...extra,
    },
  };
}
