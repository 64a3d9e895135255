import { ProblemException } from '../platform/http/problem';

/** 410: what comes next after a cursor was deleted for its age. It tells of the cursor from which all is there. */
export class ExpiredCursorException extends ProblemException {
  /** @param oldest to go on from: behind it comes the oldest change that is kept */
  constructor(oldest: string) {
    super(
      410,
      `The cursor is too old: changes behind it are deleted (JOURNAL_RETENTION_DAYS). Read anew what you keep a copy ` +
        `of, and go on after ${oldest}, behind which comes the oldest change that is kept`,
      [{ pointer: '/after', message: 'is too old' }],
      { oldest },
    );
  }
}
