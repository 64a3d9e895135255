import { connectionFailure } from '../../src/platform/database/connection-failure';

const URL = 'postgresql://hotel:secret@db.example.com:6432/calendar?sslmode=require';

describe('a failed connection', () => {
  it('is told in one line with the host, the port, the database and the reason, without the password', () => {
    const { message } = connectionFailure(URL, new Error('password authentication failed for user "hotel"'));
    expect(message).toBe(
      'The database "calendar" at db.example.com:6432 cannot be used: password authentication failed for user ' +
        '"hotel". Check DATABASE_URL, and whether it runs.',
    );
  });

  it('for a wrong password names where passwords are set, and how the database gets another one', () => {
    const error = Object.assign(new Error('password authentication failed for user "hotel"'), {
      code: '28P01',
    });
    const { message } = connectionFailure(URL, error);
    expect(message).toMatch(/SERVICE_PASSWORD.* ALTER ROLE/);
    expect(message).not.toMatch(/secret|whether it runs/);
  });

  it('is told with the defaults where the URL leaves them out', () => {
    const { message } = connectionFailure('postgresql://', new Error('timeout'));
    expect(message).toContain('The database at localhost:5432 cannot be used: timeout. ');
  });

  it('is told with the reason of each address, where a name has several', () => {
    const error = new AggregateError([new Error('refused at ::1'), new Error('refused at 127.0.0.1')]);
    expect(connectionFailure(URL, error).message).toContain(': refused at ::1; refused at 127.0.0.1. ');
  });

  it('stays one line where the reason has several', () => {
    const { message } = connectionFailure(URL, new Error('first\n  second.'));
    expect(message).toContain(': first second. Check');
  });

  it('for want of a password says so, in other words than pg', () => {
    const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(connectionFailure(URL, error).message).toContain(
      'it asks for a password, and DATABASE_URL has none',
    );
  });
});
