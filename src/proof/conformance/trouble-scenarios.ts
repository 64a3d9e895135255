import type { Evidence, Scenario } from './scenario';
import { pairOf, smallCalls, TRY_AGAIN } from './scenario';
import type { SentCall } from './sent-call';
import { afterRepeats, effective, has, isSame, millisecondsBetween } from './sent-call';

const FOREIGN_ROOM = 'The access token is not for room';
const NO_JSON = 'The body is not valid JSON';
const ON_PURPOSE = '503 once';
/** A sender has to wait 5 s. Its clock and the network may shorten that a little. */
const MIN_WAIT_MS = 4_500;
const MAX_WAIT_MS = 30_000;

/** The scenarios in which something fails and the sender has to react correctly. */
export const TROUBLE_SCENARIOS: Scenario[] = [
  {
    id: 'outsideWindow',
    title: 'A date outside of the window',
    task: ({ suite, dates }) =>
      `Set rooms left of room ${suite} on ${dates.outside} and on a date of next century in one call. ` +
      `X-Records-Skipped says 1: do not repeat the call.`,
    correction: `The call is done although a record was skipped: do not repeat it. ${TRY_AGAIN}`,
    find: (situation) => {
      const { suite, dates, calls } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: suite }, dates.outside);
      const isDone = (call: SentCall) =>
        call.records.some(({ verdict }) => verdict === 'skipped') && effective(call).length > 0;
      return unlessRepeated(attempts, calls, isDone);
    },
  },
  {
    id: 'unknownRoom',
    title: 'An unknown room',
    task: () =>
      'Send rooms left of a room that is not of this sandbox. It is answered 403: do not repeat it.',
    correction: `A 403 fails again: do not repeat the call, and check the mapping. ${TRY_AGAIN}`,
    find: ({ calls }) =>
      unlessRepeated(
        calls.filter(({ outcome, problem }) => outcome === 'refused' && problem.startsWith(FOREIGN_ROOM)),
        calls,
      ),
  },
  {
    id: 'unknownRatePlan',
    title: 'An unknown rate plan',
    task: ({ double }) =>
      `Send a price of a rate plan that room ${double} does not have. It is answered 404: do not repeat it.`,
    correction: `A 404 fails again: do not repeat the call, and check the mapping. ${TRY_AGAIN}`,
    find: ({ calls }) =>
      unlessRepeated(
        calls.filter(({ outcome }) => outcome === 'ratePlanMissing'),
        calls,
      ),
  },
  {
    id: 'emptyList',
    title: 'An empty list',
    task: ({ double }) => `Send an empty list for room ${double}. It is answered 200: do not repeat it.`,
    correction: `An empty list is answered 200, and nothing is to be done: do not repeat the call. ${TRY_AGAIN}`,
    find: ({ calls }) =>
      unlessRepeated(
        calls.filter(({ outcome }) => outcome === 'emptyList'),
        calls,
      ),
  },
  {
    id: 'malformedBody',
    title: 'A malformed body',
    task: ({ double }) =>
      `Send a body for room ${double} that is no JSON. It is answered 400: do not repeat it.`,
    correction: `A 400 fails again: do not repeat the call, and correct the body. ${TRY_AGAIN}`,
    find: ({ calls }) =>
      unlessRepeated(
        calls.filter(({ outcome, problem }) => outcome === 'refused' && problem.startsWith(NO_JSON)),
        calls,
      ),
  },
  {
    id: 'heldPrice',
    title: 'A held price',
    task: ({ suite, suiteFlexible, dates }) =>
      `Set the price 1 of rate plan ${suiteFlexible} of room ${suite} on ${dates.held}. Its guard holds it, and ` +
      `X-Records-Held says 1. Then send the right price, 150.`,
    correction: 'After a held price, send the right one: it takes the place of the held one.',
    find: (situation) => {
      const { suite, suiteFlexible, dates } = situation;
      const target = { sets: 'price', roomId: suite, ratePlanId: suiteFlexible } as const;
      const attempts = smallCalls(situation, target, dates.held);
      const isHeld = ({ records }: SentCall) => records.some(({ verdict }) => verdict === 'held');
      return { attempts, proof: pairOf(attempts, (one, other) => isHeld(one) && has(other, dates.held)) };
    },
  },
  {
    id: 'unavailable',
    title: 'A call that is answered 503 once',
    task: ({ double, flexible, dates }) =>
      `Set a price of rate plan ${flexible} of room ${double} on ${dates.failing}. The first call in a minute is ` +
      `answered 503: send the same call again after 5 s.`,
    correction: 'Send the call that was answered 503 again after 5 s, unchanged and within 30 s.',
    find: ({ calls }) => {
      const attempts = calls.filter(({ problem }) => problem.includes(ON_PURPOSE));
      const fits = (one: SentCall, other: SentCall) => {
        const wait = millisecondsBetween(one, other);
        return (
          attempts.includes(one) &&
          isSame(one, other) &&
          other.outcome === 'applied' &&
          wait >= MIN_WAIT_MS &&
          wait <= MAX_WAIT_MS
        );
      };
      return { attempts, proof: pairOf(calls, fits) };
    },
  },
  {
    id: 'withoutWaiting',
    title: 'Two calls for one room without waiting',
    task: ({ double, dates }) =>
      `Set 1 room left of room ${double} on ${dates.slow}, and then 2 without waiting for the first answer. ` +
      `Calls for this date take a second.`,
    correction: 'Send the second call before the first one is answered.',
    find: (situation) => {
      const { double, dates } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: double }, dates.slow);
      const fits = (one: SentCall, other: SentCall) =>
        has(one, dates.slow) && has(other, dates.slow) && millisecondsBetween(one, other) < one.durationMs;
      return { attempts, proof: pairOf(attempts, fits) };
    },
  },
];

/** Evidence of attempts that were sent once. Only attempts after the last repeated one count. */
function unlessRepeated(
  attempts: readonly SentCall[],
  calls: readonly SentCall[],
  isProof: (call: SentCall) => boolean = () => true,
): Evidence {
  // The journal lacks the body of a call for a foreign room, but the problem of the call names the room.
  const isAgain = (one: SentCall, other: SentCall) => isSame(one, other) && one.problem === other.problem;
  return { attempts, proof: afterRepeats(attempts, calls, isAgain).filter(isProof) };
}
