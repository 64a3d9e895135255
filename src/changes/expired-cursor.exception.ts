import { ProblemException } from '../platform/http/problem';

/** 410: the changes after a cursor were deleted for their age. The answer names the oldest cursor that still works. */
export class ExpiredCursorException extends ProblemException {
  /** @param oldest the position just before the oldest change that is kept */
  constructor(oldest: string) {
    super(
      410,
      `The cursor is too old: changes after it are deleted (JOURNAL_RETENTION_DAYS). Reload your copy of the data, ` +
        `then continue from the cursor ${oldest}, which precedes the oldest change that is kept`,
      [{ pointer: '/after', message: 'is too old' }],
      { oldest },
    );
  }
}
