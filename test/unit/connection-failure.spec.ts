import { connectionFailure, startFailure } from '../../src/platform/database/connection-failure';

const URL = 'postgresql://hotel:secret@db.example.com:6432/calendar?sslmode=require';

describe('a failed connection', () => {
  it('The message about a failed connection is one line with host, port, database and reason, without password', () => {
    const { message } = connectionFailure(URL, new Error('password authentication failed for user "hotel"'));
    expect(message).toBe(
      'The database "calendar" at db.example.com:6432 cannot be used: password authentication failed for user ' +
        '"hotel". Check DATABASE_URL, and whether it runs.',
    );
  });

  it("The message about a wrong password says where passwords are set, and how to change the database's", () => {
    const error = Object.assign(new Error('password authentication failed for user "hotel"'), {
      code: '28P01',
    });
    const { message } = connectionFailure(URL, error);
    expect(message).toMatch(/SERVICE_PASSWORD.* ALTER ROLE/);
    expect(message).not.toMatch(/secret|whether it runs/);
  });

  it('The message about a failed connection has the defaults for what the URL omits', () => {
    const { message } = connectionFailure('postgresql://', new Error('timeout'));
    expect(message).toContain('The database at localhost:5432 cannot be used: timeout. ');
  });

  it('The message about a failed connection has a reason for each address of the host', () => {
    const error = new AggregateError([new Error('refused at ::1'), new Error('refused at 127.0.0.1')]);
    expect(connectionFailure(URL, error).message).toContain(': refused at ::1; refused at 127.0.0.1. ');
  });

  it('The message about a failed connection stays one line if the reason has several lines', () => {
    const { message } = connectionFailure(URL, new Error('first\n  second.'));
    expect(message).toContain(': first second. Check');
  });

  it('The message about a failed connection says that a password is missing, in clearer words than pg', () => {
    const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(connectionFailure(URL, error).message).toContain(
      'it asks for a password, and DATABASE_URL has none',
    );
  });

  it('A database error during the start becomes a line about the database, and any other error stays as it is', () => {
    const readOnly = Object.assign(new Error('cannot execute CREATE TABLE in a read-only transaction'), {
      code: '25006',
    });
    expect(startFailure(URL, readOnly)).toMatchObject({
      message: expect.stringMatching(
        /^The database "calendar" at db.example.com:6432 cannot be used: cannot execute .* must name the primary/,
      ) as string,
    });
    const other = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(startFailure(URL, other)).toBe(other);
  });
});
