import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { readConfig } from './src/platform/config/config';
import { databaseOptions } from './src/platform/database/database.options';

/** The data source of TypeORM's command line: `npm run migration -- migration:show`. */
const config = readConfig();
if (!config.DATABASE_URL)
  throw new Error('Set DATABASE_URL: the command line does not start a database of its own');

export default new DataSource({
  ...databaseOptions(config.DATABASE_URL, 2),
  entities: [join(__dirname, 'src/**/*.entity.{js,ts}')],
});
