import { parseConfig } from '../../src/config/config';

describe('the settings', () => {
  it('have the defaults of the contract', () => {
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
      MAIL_ON_REFUSED: true,
      MAIL_ON_RATE_PLAN_MISSING: true,
      MAIL_ON_OVERBOOKED: false,
    });
    expect(parseConfig({}).MAIL_SILENCE_HOURS).toBeUndefined();
  });

  it('leave the demo data out where a database is given', () => {
    expect(parseConfig({ DATABASE_URL: 'postgresql://localhost/hotel' }).DEMO_DATA).toBe(false);
    expect(parseConfig({ DATABASE_URL: 'postgresql://localhost/hotel', DEMO_DATA: 'true' }).DEMO_DATA).toBe(
      true,
    );
  });

  it('take an empty value for one that is not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, DEMO_DATA: true });
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
    ['MAIL_INTERNAL', 'nobody'],
    ['MAIL_DIGEST_MINUTES', '-1'],
    ['MAIL_SILENCE_HOURS', '0'],
    ['MAIL_ON_REFUSED', 'yes'],
    ['DEMO_DATA', 'yes'],
  ])('stop the start with a message that names %s where it is %s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(name);
  });
});
