import { contentOf } from './pushed-records';
import type { Push } from './steps';

/** The maximum of LATE_ARRIVAL_SECONDS. A long run takes longer. */
export const LATE_ARRIVAL_SECONDS = 600;

/** A call that has failed for its caller at every attempt so far. */
export interface FailedCall {
  content: string;
  /** The request id and the place of the first attempt. */
  first: string;
  place: number;
  /** When the last attempt failed, in milliseconds. */
  failedAt: number;
  /** The instances that have received it. */
  heardBy: Set<number>;
  /** The place of the first attempt that was applied, so that every instance finds it in the journal; null for none. */
  appliedAt: number | null;
  /** Whether an attempt could search the journal for older attempts. */
  hasSearchedJournal: boolean;
}

/** An attempt at a call, its instance and its place. */
export interface Attempt {
  content: string;
  instance: number;
  /** The place of the attempt itself, and the place of the call that it repeats. */
  at: number;
  place: number;
  repeated: FailedCall | undefined;
  canSearchJournal: boolean;
}

/** The calls that have failed for their callers, who may therefore repeat them. */
export class FailedCalls {
  private calls: FailedCall[] = [];

  /**
   * @param at the place of the attempt; it is also the place of the call, unless the attempt repeats one
   * @param canSearchJournal false in an outage, in which an instance knows only the calls that it has received itself
   */
  attempt(push: Push, roomId: string, instance: number, at: number, canSearchJournal: boolean): Attempt {
    const content = `${roomId} ${contentOf(push)}`;
    const oldest = Date.now() - LATE_ARRIVAL_SECONDS * 1_000;
    const known = this.calls.filter((call) => call.content === content && call.failedAt >= oldest);
    const heard = newest(known.filter(({ heardBy }) => heardBy.has(instance)));
    const applied = canSearchJournal
      ? newest(known.filter(({ appliedAt }) => appliedAt !== null))
      : undefined;
    const isSameCall = heard && applied && !heard.hasSearchedJournal && applied.place < heard.place;
    const repeated = isSameCall ? this.join(applied, heard) : (heard ?? applied);
    return { content, instance, at, place: repeated?.place ?? at, repeated, canSearchJournal };
  }

  /** Joins two calls: the later one failed before it could search the journal for the earlier one. */
  private join(earlier: FailedCall, later: FailedCall): FailedCall {
    const joined = { ...earlier, heardBy: new Set([...earlier.heardBy, ...later.heardBy]) };
    this.calls = [...this.calls.filter((call) => call !== earlier && call !== later), joined];
    return joined;
  }

  fail(
    { content, instance, at, place, repeated, canSearchJournal }: Attempt,
    requestId: string,
    isApplied: boolean,
  ): void {
    this.calls = this.calls.filter((call) => call !== repeated);
    this.calls.push({
      content,
      first: repeated?.first ?? requestId,
      place,
      failedAt: Date.now(),
      heardBy: new Set([...(repeated?.heardBy ?? []), instance]),
      appliedAt: repeated?.appliedAt ?? (isApplied ? at : null),
      hasSearchedJournal: canSearchJournal || (repeated?.hasSearchedJournal ?? false),
    });
  }

  /**
   * Records that the caller received a success. The success of a repeat ends the call that it repeats. The success of a new
   * call ends all calls with the same content.
   */
  answer({ content, repeated }: Attempt): void {
    this.calls = this.calls.filter((call) => {
      if (call.content !== content) return true;
      return repeated !== undefined && call !== repeated && !isLaterAttempt(call, repeated);
    });
  }
}

/** Whether a call is an attempt at another one: it failed before it could find an applied attempt in the journal. */
function isLaterAttempt({ place, hasSearchedJournal }: FailedCall, { appliedAt }: FailedCall): boolean {
  return !hasSearchedJournal && appliedAt !== null && appliedAt < place;
}

function newest(calls: FailedCall[]): FailedCall | undefined {
  return calls.reduce<FailedCall | undefined>(
    (found, call) => (found && found.place > call.place ? found : call),
    undefined,
  );
}
