import { join } from 'node:path';
import type { ClientBase, CustomTypesConfig } from 'pg';
import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';

/** Types of PostgreSQL that are read as another one is, by their OIDs: pg would change the values. */
const READ_AS = new Map<number, number>([
  // A `date` would be a local midnight, which is the day before east of Greenwich,
  [types.builtins.DATE, types.builtins.TEXT],
  [1182, 1009], // date[] as text[]
  // and each element of a numeric[] a binary float.
  [1231, 1009], // numeric[] as text[]
]);

const exactTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format) =>
    // Its types name the builtin OIDs only; it takes every one.
    (types.getTypeParser as (oid: number, format?: 'text' | 'binary') => never)(
      READ_AS.get(oid) ?? oid,
      format,
    ),
};

/**
 * An error that no statement waits for is emitted as an event, which ends the process where nobody listens. The pool
 * listens while a connection is idle, TypeORM while it is in use: where the server ends it in the same message with
 * which it becomes ready, neither does. Whatever uses the connection next fails, and is run again on another one.
 */
const outliveErrors = (client: ClientBase) => void client.on('error', () => undefined);

/**
 * How the service, its tests and TypeORM's command line connect. Entities are no part of it: modules register their
 * own, and whoever has no modules names a pattern.
 * @param extra options of pg, besides those that every connection has
 */
export function databaseOptions(url: string, poolSize: number, extra: object = {}): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    migrations: [join(__dirname, 'migrations/*.{js,ts}')],
    migrationsTableName: 'migration',
    synchronize: false,
    // Ids are made by the service or the table: no extension is needed, nor the right to create one.
    installExtensions: false,
    poolSize,
    applicationName: 'channel-manager-intake',
    extra: {
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // Statements that do not wait for each other's answers share a round trip.
      pipeline: true,
      types: exactTypes,
      onConnect: outliveErrors,
      ...extra,
    },
  };
}
