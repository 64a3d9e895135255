import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parseConfig, schema } from '../../src/platform/config/config';

const read = (file: string) => readFileSync(file, 'utf8');

describe('the settings', () => {
  it('The settings have the defaults of the contract', () => {
    expect(parseConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      DB_RETRY_BUDGET_SECONDS: 25,
      PLATFORM_NAME: 'the booking platform',
      PLATFORM_TIME_ZONE: 'UTC',
      ROOM_EDIT_AUTHENTICATION: 'bearer',
      PUBLIC_URL: 'http://localhost:3000',
      DEMO_DATA: true,
      MAIL_DIGEST_MINUTES: 15,
      MAIL_ON_HELD: true,
      MAIL_ON_REFUSED: true,
      MAIL_ON_RATE_PLAN_MISSING: true,
      MAIL_ON_OVERBOOKED: false,
    });
    expect(parseConfig({}).MAIL_SILENCE_HOURS).toBeUndefined();
    expect(parseConfig({}).PRICE_GUARD_MAX_DECREASE_PERCENT).toBeUndefined();
    expect(parseConfig({}).PRICE_GUARD_MAX_INCREASE_PERCENT).toBeUndefined();
  });

  it('The service inserts no demo data if a database is given', () => {
    expect(parseConfig({ DATABASE_URL: 'postgresql://localhost/hotel' }).DEMO_DATA).toBe(false);
    expect(parseConfig({ DATABASE_URL: 'postgresql://localhost/hotel', DEMO_DATA: 'true' }).DEMO_DATA).toBe(
      true,
    );
  });

  it('An empty value counts as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, DEMO_DATA: true });
  });

  it('The metrics have the address of the service, unless they have their own', () => {
    expect(parseConfig({ HOST: '0.0.0.0' }).METRICS_HOST).toBe('0.0.0.0');
    expect(parseConfig({ HOST: '0.0.0.0', METRICS_HOST: '10.0.0.7' }).METRICS_HOST).toBe('10.0.0.7');
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/hotel'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DB_RETRY_BUDGET_SECONDS', '-1'],
    ['PLATFORM_TIME_ZONE', 'Europe/Atlantis'],
    ['BOOTSTRAP_TOKEN', 'short'],
    ['ROOM_EDIT_AUTHENTICATION', 'maybe'],
    ['PUBLIC_URL', 'localhost'],
    ['SMTP_URL', 'http://localhost'],
    ['DATABASE_URL', 'postgresql://u:10%off@h/x'],
    ['SMTP_URL', 'smtp://u:10%off@h'],
    ['MAIL_INTERNAL', 'nobody'],
    ['MAIL_FROM', 'Channel Manager'],
    ['MAIL_FROM', 'Channel Manager <nobody>'],
    ['MAIL_FROM', 'one@example.com, two@example.com'],
    ['MAIL_DIGEST_MINUTES', '-1'],
    ['MAIL_SILENCE_HOURS', '0'],
    ['MAIL_ON_REFUSED', 'yes'],
    ['PRICE_GUARD_MAX_DECREASE_PERCENT', '100.5'],
    ['PRICE_GUARD_MAX_DECREASE_PERCENT', '-1'],
    ['PRICE_GUARD_MAX_INCREASE_PERCENT', '50%'],
    ['DEMO_DATA', 'yes'],
  ])('The service does not start, and names %s, if it is %s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(name);
  });

  it.each(['hotel@example.com', 'Hotel <hotel@example.com>', '"Hotel, Bar" <hotel@example.com>'])(
    'The sender can be %s',
    (sender) => expect(parseConfig({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender),
  );

  it('A message about a value that Kubernetes has set for a Service says so', () => {
    expect(() => parseConfig({ METRICS_PORT: 'tcp://10.96.0.7:9464' })).toThrow(
      /METRICS_PORT: .*Kubernetes sets it to tcp:\/\/10\.96\.0\.7:9464 for a Service .*enableServiceLinks: false/,
    );
  });

  describe('documents of the settings', () => {
    const names = Object.keys(schema.shape).sort();

    it('.env.example has every setting, with its default', () => {
      const settings = parseEnv(read('.env.example').replaceAll(/^# ([A-Z_]+=)/gm, '$1'));
      expect(Object.keys(settings).sort()).toEqual(names);
      expect(parseConfig(settings)).toEqual(parseConfig({}));
    });

    it('docs/configuration.md has a row for every setting, with its default', () => {
      const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` +\| (.*?) *\|/gm)];
      expect(rows.map(([, name]) => name).sort()).toEqual(names);
      const defaults = parseConfig({}) as Record<string, string | number | boolean | undefined>;
      for (const [, name = '', text = ''] of rows) {
        const documented = text === 'none' ? text : /^`([^`]+)`$/.exec(text)?.[1]?.replace('PORT', '3000');
        // If a default depends on other settings, the document describes it in words.
        if (documented)
          expect({ name, documented }).toEqual({ name, documented: String(defaults[name] ?? 'none') });
      }
    });
  });
});
