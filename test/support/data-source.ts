import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../src/platform/database/database.options';

/** Opens a connection to an existing database, with every entity of the service. */
export async function openDataSource(url: string, poolSize = 2): Promise<DataSource> {
  const entities = [join(__dirname, '../../src/**/*.entity.{ts,js}')];
  return new DataSource({ ...databaseOptions(url, poolSize), entities }).initialize();
}
