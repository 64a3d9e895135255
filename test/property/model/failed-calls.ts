import type { Push } from './steps';

/** LATE_ARRIVAL_SECONDS, the longest there is: a long run takes longer. */
export const LATE_ARRIVAL_SECONDS = 600;

/** A call that has failed for its caller at every attempt so far. */
export interface FailedCall {
  content: string;
  /** The request id and the place of the first attempt. */
  first: string;
  place: number;
  /** When the last attempt failed, in milliseconds. */
  failedAt: number;
  /** Which instances have heard of it. */
  heardBy: Set<number>;
  /** Whether an attempt was applied: then the journal tells every instance. */
  isApplied: boolean;
}

/** An attempt at a call: where it was heard, and where its place is. */
export interface Attempt {
  content: string;
  instance: number;
  place: number;
  repeated: FailedCall | undefined;
}

/** Which calls have failed for their caller, who may therefore try them again. */
export class FailedCalls {
  private calls: FailedCall[] = [];

  /** @param at its own place, unless it has that of a call which it repeats */
  attempt(push: Push, roomId: string, instance: number, at: number): Attempt {
    const content = JSON.stringify([roomId, push], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const oldest = Date.now() - LATE_ARRIVAL_SECONDS * 1_000;
    const known = this.calls.filter((call) => call.content === content && call.failedAt >= oldest);
    const repeated =
      newest(known.filter(({ heardBy }) => heardBy.has(instance))) ??
      newest(known.filter(({ isApplied }) => isApplied));
    return { content, instance, place: repeated?.place ?? at, repeated };
  }

  fail({ content, instance, place, repeated }: Attempt, requestId: string, isApplied: boolean): void {
    this.calls = this.calls.filter((call) => call !== repeated);
    this.calls.push({
      content,
      first: repeated?.first ?? requestId,
      place,
      failedAt: Date.now(),
      heardBy: new Set([...(repeated?.heardBy ?? []), instance]),
      isApplied: isApplied || (repeated?.isApplied ?? false),
    });
  }

  /** The caller has heard of a success: of what it repeats; of a new call, of all that have its content. */
  answer({ content, repeated }: Attempt): void {
    this.calls = this.calls.filter((call) => (repeated ? call !== repeated : call.content !== content));
  }
}

function newest(calls: FailedCall[]): FailedCall | undefined {
  return calls.reduce<FailedCall | undefined>(
    (found, call) => (found && found.place > call.place ? found : call),
    undefined,
  );
}
