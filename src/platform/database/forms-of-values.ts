/**
 * Settings of PostgreSQL that decide in which form it reads and writes values: those that pg and TypeORM expect. Each
 * transaction sets them. deploy/citus.sql sets them for the workers of a Citus cluster.
 */
export const FORMS_OF_VALUES: Readonly<Record<string, string>> = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
};
