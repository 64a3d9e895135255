import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { PushKind } from '../../push/operations';
import type { scenarioDates } from '../../push/sandbox/sandbox-dates';
import { MAX_SCENARIO_DATES } from '../../push/sandbox/sandbox-dates';
import type { SentCall } from './sent-call';
import { names } from './sent-call';

/** The facts for judging a scenario: the sandbox and the calls of its token, in their order. */
export interface Situation {
  double: RoomId;
  suite: RoomId;
  flexible: RatePlanId;
  halfBoard: RatePlanId;
  suiteFlexible: RatePlanId;
  hotelCode: string;
  dates: ReturnType<typeof scenarioDates>;
  window: DateRange;
  windowAt: (moment: Date) => DateRange;
  /** The calls to operations. */
  calls: readonly SentCall[];
  /** The messages of other dialects. */
  messages: readonly SentCall[];
}

/** The calls that try a scenario, and the calls among them that pass it. */
export interface Evidence {
  attempts: readonly SentCall[];
  proof: readonly SentCall[];
}

/** An ability that a sender has to show. */
export interface Scenario {
  id: string;
  title: string;
  isOptional?: boolean;
  /** The instruction for the sender. */
  task: (situation: Situation) => string;
  /** The advice if no attempt has passed. */
  correction: string;
  find: (situation: Situation) => Evidence;
}

/** The values that a call sets, with their places. */
export interface Target {
  sets: PushKind;
  roomId: RoomId;
  /** Undefined for any plan. */
  ratePlanId?: RatePlanId;
}

export function isFor(call: SentCall, { sets, roomId, ratePlanId }: Target): boolean {
  const isOfPlan = ratePlanId === undefined || call.ratePlanId === ratePlanId;
  return call.sets === sets && call.roomId === roomId && isOfPlan;
}

/**
 * Returns the calls that are small enough to try a single scenario, without synchronizations of a room.
 * @param dates returns only calls that name one of these dates; without dates, calls about any dates
 */
export function smallCalls({ calls }: Situation, target: Target, ...dates: CalendarDate[]): SentCall[] {
  return calls.filter(
    (call) =>
      isFor(call, target) &&
      call.records.length > 0 &&
      call.records.length <= MAX_SCENARIO_DATES &&
      (dates.length === 0 || dates.some((date) => names(call, date))),
  );
}

/** How a sender repairs a scenario in which it repeated a call. */
export const TRY_AGAIN = 'Wait a minute, then send such a call once.';

/** Evidence of calls that each may pass alone. */
export function eachOf(attempts: readonly SentCall[], isProof: (call: SentCall) => boolean): Evidence {
  return { attempts, proof: attempts.filter(isProof) };
}

/** Returns the first pair of matching calls, the second after the first. */
export function pairOf(
  calls: readonly SentCall[],
  fits: (first: SentCall, second: SentCall) => boolean,
): SentCall[] {
  for (const [index, first] of calls.entries()) {
    const second = calls.slice(index + 1).find((call) => fits(first, call));
    if (second) return [first, second];
  }
  return [];
}

export function list(dates: readonly CalendarDate[]): string {
  return `${dates[0] ?? ''} to ${dates.at(-1) ?? ''}`;
}
