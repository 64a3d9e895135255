import {
  isAboutLostWorker,
  isLockTimeout,
  isLostWorker,
  isNameError,
  isOutage,
  isOutdatedPlan,
  isPreparedStatementError,
  isReadOnly,
  isRetryable,
  isTooManyConnections,
  LostSessionError,
  LostWorkerError,
  ReadOnlyDatabaseError,
  retryReason,
} from '../../src/platform/database/retryable-error';

/** An error in the form of pg. */
function failure(code: string, message = 'It failed', constraint?: string): Error {
  return Object.assign(new Error(message), { code, constraint });
}

const BUSY = ['40001', '40P01', '55P03', '57014', '53300'];
const GONE = ['25006', '40003', '53200'];
/** A server that reports one of these about itself ends the session. */
const REMOTE = ['57P01', '57P02', '57P03', '57P05', '08000', '08006'];

const LOST_WORKER = [
  'SSL SYSCALL error: EOF detected',
  'SSL connection has been closed unexpectedly',
  'invalid socket',
  'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
  'could not receive data from server: Connection reset by peer',
  'could not send data to server: Broken pipe',
  'no connection to the server',
  'failure on connection marked as essential: worker-1:5432',
];

describe('an error of the database', () => {
  it.each([...BUSY, ...GONE, ...REMOTE])('An error with the code %s is retried', (code) => {
    expect(isRetryable(failure(code))).toBe(true);
  });

  it.each(['28P01', '3D000', '25P04', '42501', 'XX000', 'ENOENT', undefined])(
    'An error with the code %s is an outage if the session ended with it',
    (code) => {
      const cause = Object.assign(new Error('It is over'), { code });
      expect(isOutage(cause)).toBe(false);
      expect(isOutage(new LostSessionError(cause))).toBe(true);
      expect(new LostSessionError(cause)).toMatchObject({ message: 'It is over', cause });
    },
  );

  it('Another internal error is not retried', () => {
    expect(isRetryable(failure('XX000', 'cache lookup failed for type 0'))).toBe(false);
  });

  it('A push that finds its own journal entry is retried, but not one with another duplicate key', () => {
    expect(isRetryable(failure('23505', 'duplicate key', 'pk_journal_entry'))).toBe(true);
    expect(isRetryable(failure('23505', 'duplicate key', 'pk_room'))).toBe(false);
    expect(isRetryable(failure('23503', 'no parent', 'pk_journal_entry'))).toBe(false);
  });

  it.each(['23503', '23514', '22003', '42501', '42P01', '08', '080001', 'EACCES', '0A000', ''])(
    'An error with the code %p is not retried',
    (code) => {
      expect(isRetryable(failure(code))).toBe(false);
    },
  );

  it.each([undefined, null, 'It failed', { code: '40001', message: 'It failed' }])(
    'A thrown %p is no error, and not retried',
    (thrown) => {
      expect(isRetryable(thrown)).toBe(false);
      expect(isOutage(thrown)).toBe(false);
    },
  );

  it('The lack of a code is no reason to retry an error', () => {
    expect(isRetryable(new Error('Cannot read properties of undefined'))).toBe(false);
    expect(isRetryable(Object.assign(new Error('It failed'), { code: 40001 }))).toBe(false);
  });
});

describe('an error with a meaning of its own', () => {
  it.each([
    ['a lock timeout', isLockTimeout, '55P03'],
    ['a read-only database', isReadOnly, '25006'],
    ['too many connections', isTooManyConnections, '53300'],
    ['an unknown statement', isNameError, '26000'],
  ])('Only an error with the right code means %s', (_, means, code) => {
    expect(means(failure(code))).toBe(true);
    expect([failure('23505'), new Error('It failed'), { code }, undefined, null].some(means)).toBe(false);
  });

  it('A read-only database is an outage, and its error says why', () => {
    expect([isReadOnly, isOutage].map((means) => means(new ReadOnlyDatabaseError()))).toEqual([true, true]);
    expect(new ReadOnlyDatabaseError().message).toContain('it is a standby');
  });

  it.each([
    [failure('26000'), 'preparedStatement'],
    [failure('40P01'), 'deadlock'],
    [failure('08006'), 'outage'],
    [new Error('timeout exceeded when trying to connect'), 'connectionTimeout'],
  ])('The reason for another attempt after %p is %s', (error, reason) => {
    expect(retryReason(error)).toBe(reason);
    expect(isRetryable(error)).toBe(true);
  });

  it('The error of a lost session keeps its cause', () => {
    const cause = failure('28P01');
    expect(new LostSessionError(cause).cause).toBe(cause);
    expect(new LostWorkerError(cause).cause).toBe(cause);
  });
});

describe('an error about a prepared statement', () => {
  it.each([
    failure('26000', 'prepared statement "push_3" does not exist'),
    failure('42P05', 'prepared statement "push_3" already exists'),
    Object.assign(failure('0A000', 'zwischengespeicherter Plan darf den Ergebnistyp nicht ändern'), {
      routine: 'RevalidateCachedQuery',
    }),
  ])('An error about a prepared statement is retried: $message', (error) => {
    expect(isPreparedStatementError(error)).toBe(true);
    expect(isRetryable(error)).toBe(true);
  });

  it('Another error with the same code is not about a prepared statement', () => {
    expect(isPreparedStatementError(failure('0A000', 'cannot use a subquery here'))).toBe(false);
    const ofRoutine = { routine: 'RevalidateCachedQuery' };
    expect(isOutdatedPlan(Object.assign(failure('23505'), ofRoutine))).toBe(false);
    expect(isOutdatedPlan({ code: '0A000', ...ofRoutine })).toBe(false);
  });
});

describe('an error whose session has stayed', () => {
  it.each(LOST_WORKER)('A message of libpq says that a worker is lost: %s', (message) => {
    expect(isAboutLostWorker(failure('XX000', message))).toBe(true);
    expect(isAboutLostWorker(failure('22000', message))).toBe(false);
  });

  it.each(REMOTE)('The code %s says that a worker is lost', (code) => {
    expect(isAboutLostWorker(failure(code))).toBe(true);
  });

  it('An INSERT says that a worker is lost, but no other failed read or write', () => {
    expect(isAboutLostWorker(failure('58030', 'failed to COPY to shard 102171 on worker-1'))).toBe(true);
    expect(isAboutLostWorker(failure('58030', 'could not read block 3 in file "base/5/2"'))).toBe(false);
  });

  it.each([...BUSY, ...GONE, 'XX000', '23505', undefined])(
    'The code %s does not say that a worker is lost',
    (code) => {
      expect(isAboutLostWorker(Object.assign(new Error('It failed'), { code }))).toBe(false);
    },
  );

  it('A lost worker is a reason of its own for another attempt, and no outage', () => {
    const lost = new LostWorkerError(failure('08006', 'It failed'));
    expect([isRetryable(lost), isLostWorker(lost), isOutage(lost)]).toEqual([true, true, false]);
    expect(retryReason(lost)).toBe('workerLost');
    expect(lost.message).toBe('It failed');
  });
});

describe('an outage', () => {
  it.each([...GONE, ...REMOTE])('The code %s means an outage', (code) => {
    expect(isOutage(failure(code))).toBe(true);
  });

  it.each(BUSY)('The code %s means a busy database, not an outage', (code) => {
    expect(isOutage(failure(code))).toBe(false);
  });

  it('Neither a busy pool nor an existing journal entry means an outage', () => {
    const busy = new LostSessionError(new Error('timeout exceeded when trying to connect'));
    expect(isRetryable(busy)).toBe(true);
    expect(isOutage(busy)).toBe(false);
    expect(isOutage(failure('23505', 'duplicate key', 'pk_journal_entry'))).toBe(false);
  });

  it('An error that would come again is not an outage', () => {
    expect(isOutage(failure('23514'))).toBe(false);
  });
});
