import { schema } from '../../src/platform/config/config';
import { findMisspeltSettings } from '../../src/platform/config/misspelt-settings';

const SETTINGS = Object.keys(schema.shape);

describe('a misspelt setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['PROT', 'PORT'],
    ['PORTS', 'PORT'],
    ['port', 'PORT'],
    ['PLATFORM_TIMEZONE', 'PLATFORM_TIME_ZONE'],
    ['BOOTSTRAP_TOKENS', 'BOOTSTRAP_TOKEN'],
  ])('%s is recognized as a misspelt %s', (name, meant) => {
    expect(findMisspeltSettings([name], SETTINGS)).toEqual([{ name, meant }]);
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'MAIL',
    'PWD',
    'TERM',
    'LANG',
    'SHELL',
    'LOGNAME',
    'PGPORT',
    'PGHOST',
    '',
  ])('%s is not a misspelt setting', (name) => expect(findMisspeltSettings([name], SETTINGS)).toEqual([]));

  it.each(['POSTGRES_PORT', 'POSTGRES_PASSWORD', 'MAIL_PORT', 'SMTP_HOST', 'NODE_ENV', 'npm_config_port'])(
    '%s, a common variable, is not a misspelt setting',
    (name) => expect(findMisspeltSettings([name], SETTINGS)).toEqual([]),
  );

  it('A name is not a misspelt setting if the right name is also set, or if it is itself a setting', () => {
    expect(findMisspeltSettings(['PORTS', 'PORT', 'MAIL_FROM'], SETTINGS)).toEqual([]);
  });
});
