import { isOutage, isPreparedStatementError, isRetryable } from '../../src/database/retryable-error';

const withCode = (code: string, constraint?: string) => Object.assign(new Error('no'), { code, constraint });

describe('an error of the database', () => {
  it.each([
    ['40001', 'a serialization failure'],
    ['40P01', 'a deadlock'],
    ['55P03', 'a lock that is not available'],
    ['57014', 'a statement that took too long'],
    ['23505', 'a journal entry that is there already'],
  ])('%s, %s, is retried and no outage', (code) => {
    const error = withCode(code, 'pk_journal_entry');
    expect([isRetryable(error), isOutage(error)]).toEqual([true, false]);
  });

  it.each([
    ['25006', 'a standby that the connection leads to'],
    ['25P03', 'a transaction that was idle for too long'],
    ['57P01', 'a server that shuts down'],
    ['57P02', 'a server that has crashed'],
    ['57P03', 'a server that starts'],
    ['08006', 'a connection failure'],
    ['53300', 'too many connections'],
    ['ECONNREFUSED', 'a connection that is refused'],
    ['ECONNRESET', 'a connection that is reset'],
    ['ETIMEDOUT', 'a connection that is silent'],
    ['EPIPE', 'a connection that is closed'],
    ['ENOTFOUND', 'a name that is unknown'],
    ['EAI_AGAIN', 'a name server that does not answer'],
    ['EHOSTUNREACH', 'a host that is unreachable'],
    ['ENETUNREACH', 'a network that is unreachable'],
  ])('%s, %s, is retried as an outage', (code) => {
    const error = withCode(code);
    expect([isRetryable(error), isOutage(error)]).toEqual([true, true]);
  });

  it.each([
    ['Connection terminated unexpectedly', true],
    ['Client has encountered a connection error and is not queryable', true],
    ['Client was closed and is not queryable', true],
    ['Query runner already released. Cannot run queries anymore.', true],
    ['timeout exceeded when trying to connect', false],
  ])('"%s" is retried', (message, isAnOutage) => {
    const error = new Error(message);
    expect([isRetryable(error), isOutage(error)]).toEqual([true, isAnOutage]);
  });

  it.each(['26000', '42P05'])('%s is retried because the statement was prepared', (code) => {
    const error = withCode(code);
    expect([isRetryable(error), isPreparedStatementError(error), isOutage(error)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('about an outdated plan is retried because the statement was prepared', () => {
    const error = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' });
    expect([isRetryable(error), isPreparedStatementError(error), isOutage(error)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['a unique key of another table', withCode('23505', 'uq_other')],
    ['a broken check', withCode('23514')],
    ['a syntax error', withCode('42601')],
    ['a code that only begins as a class', withCode('08')],
    ['a message without a code', new Error('no')],
    ['what is no error', 'ECONNRESET'],
    ['nothing', undefined],
  ])('is not retried for %s', (_, error) => {
    expect([isRetryable(error), isOutage(error), isPreparedStatementError(error)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
