import { addDays } from '../../platform/dates/calendar-date';
import type { RatePlanId } from '../../platform/database/id';
import { MAX_SCENARIO_DATES } from '../../push/sandbox/sandbox-dates';
import type { Evidence, Scenario, Situation, Target } from './scenario';
import { eachOf, isFor, list, pairOf, smallCalls } from './scenario';
import type { SentCall } from './sent-call';
import { effective, has, hasAllNumbers, isSame } from './sent-call';

/** A call about two years has at least this many dates. */
const LONG = 730;

/** The scenarios that check whether values arrive as the sender meant them. */
export const VALUE_SCENARIOS: Scenario[] = [
  {
    id: 'oneDate',
    title: 'One date',
    task: ({ double, dates }) =>
      `Set 3 rooms left of room ${double} on ${dates.oneDate}, in a call with this date alone.`,
    correction: 'Send one record with 3 rooms left, and no other date in the call.',
    find: (situation) => {
      const { double, dates } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: double }, dates.oneDate);
      return eachOf(attempts, (call) => call.records.length === 1 && has(call, dates.oneDate, 3));
    },
  },
  {
    id: 'range',
    title: 'A range of dates',
    task: ({ double, dates }) => `Set 2 rooms left of room ${double} from ${list(dates.range)}, in one call.`,
    correction: 'Send all five dates with 2 rooms left in one call.',
    find: (situation) => {
      const { double, dates } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: double }, ...dates.range);
      return eachOf(attempts, (call) => dates.range.every((date) => has(call, date, 2)));
    },
  },
  {
    id: 'zeroAndBack',
    title: 'Zero rooms and back',
    task: ({ double, dates }) => `Set 0 rooms left of room ${double} on ${dates.zeroAndBack}, and later 4.`,
    correction: 'After the call with 0 rooms left, send a call with 4 for the same date.',
    find: (situation) => {
      const { double, dates } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: double }, dates.zeroAndBack);
      const fits = (one: SentCall, other: SentCall) =>
        has(one, dates.zeroAndBack, 0) && has(other, dates.zeroAndBack, 4);
      return { attempts, proof: pairOf(attempts, fits) };
    },
  },
  {
    id: 'price',
    title: 'A price',
    task: ({ double, flexible, dates }) =>
      `Set the price 100 of rate plan ${flexible} of room ${double} on ${dates.price}.`,
    correction: 'Send the price as 100, in the currency of the plan and not in cents.',
    find: (situation) => priceOn(situation, situation.dates.price, 100),
  },
  {
    id: 'decimals',
    title: 'A price with decimals',
    task: ({ double, flexible, dates }) =>
      `Set the price 99.95 of rate plan ${flexible} of room ${double} on ${dates.decimals}.`,
    correction: 'Send 99.95 exactly: neither rounded nor calculated with binary fractions.',
    find: (situation) => priceOn(situation, situation.dates.decimals, 99.95),
  },
  {
    id: 'twoPlans',
    title: 'Two rate plans',
    task: ({ double, flexible, halfBoard, dates }) =>
      `Set a price of both rate plans ${flexible} and ${halfBoard} of room ${double} on ${dates.twoPlans}, ` +
      `and of no derived plan.`,
    correction: 'Send a call for each of the two plans. The service calculates the derived ones.',
    find: (situation) => {
      const { double, flexible, halfBoard, dates } = situation;
      const attempts = smallCalls(situation, { sets: 'price', roomId: double }, dates.twoPlans);
      const isPushed = ({ ratePlanId }: SentCall) => ratePlanId === flexible || ratePlanId === halfBoard;
      // Only calls after the last price of a derived plan count, so that a sender can try again.
      const newest = attempts.slice(attempts.findLastIndex((call) => !isPushed(call)) + 1);
      const ofPlan = (id: RatePlanId) =>
        newest.filter((call) => call.ratePlanId === id && has(call, dates.twoPlans));
      const found = [ofPlan(flexible), ofPlan(halfBoard)];
      return { attempts, proof: found.every((calls) => calls.length > 0) ? found.flat() : [] };
    },
  },
  {
    id: 'longCall',
    title: '730 dates in one call',
    task: () => `Set rooms left or prices of ${LONG} dates or more in one call.`,
    correction: `Send ${LONG} dates or more in one call: up to 5,000 records are allowed.`,
    find: ({ calls }) =>
      eachOf(
        calls.filter(({ records }) => records.length > MAX_SCENARIO_DATES),
        (call) => datesOf([call]) >= LONG,
      ),
  },
  {
    id: 'fullSynchronization',
    title: 'A full synchronization of both rooms',
    task: ({ double, suite, flexible, halfBoard, suiteFlexible, window }) =>
      `Set ${LONG} dates or more, from ${window.from} to ${window.to}: rooms left of the rooms ${double} and ${suite}, ` +
      `and prices of the rate plans ${flexible}, ${halfBoard} and ${suiteFlexible}.`,
    correction: 'Send the rooms left of both rooms and the prices of all three plans that are not derived.',
    find: findSynchronization,
  },
  {
    id: 'samePush',
    title: 'The same push twice',
    task: ({ double, dates }) =>
      `Set 5 rooms left of room ${double} on ${dates.samePush}, and send the same call again.`,
    correction: 'Send the same call twice: the second one finds everything unchanged.',
    find: (situation) => {
      const { double, dates } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: double }, dates.samePush);
      const fits = (one: SentCall, other: SentCall) =>
        isSame(one, other) &&
        has(one, dates.samePush) &&
        other.records.every(({ verdict }) => verdict === 'unchanged');
      return { attempts, proof: pairOf(attempts, fits) };
    },
  },
  {
    id: 'dateTime',
    title: 'A date-time with an offset',
    task: ({ double, flexible, dates }) =>
      `Set a price of rate plan ${flexible} of room ${double} with the date ${dates.dateTime}T00:30:00+02:00.`,
    correction:
      'Send the date-time with its offset. The date that is written counts: do not convert it to UTC.',
    find: (situation) => {
      const { double, flexible, dates } = situation;
      const target = { sets: 'price', roomId: double, ratePlanId: flexible } as const;
      const attempts = smallCalls(situation, target, dates.dateTime, addDays(dates.dateTime, -1));
      const isWritten = ({ body }: SentCall) =>
        new RegExp(`"${dates.dateTime}T[0-9:.,]+(Z|[+-][0-9:]+)"`).test(body);
      return eachOf(attempts, (call) => has(call, dates.dateTime) && isWritten(call));
    },
  },
  {
    id: 'firstAndLastDate',
    title: 'The first and the last date of the window',
    task: ({ double, window }) =>
      `Set rooms left of room ${double} on yesterday and on the last date of the update window. Today these are ${window.from} and ${window.to}.`,
    correction: 'The window is from yesterday to two years from today, in the time zone of the platform.',
    find: (situation) => {
      const { double, windowAt } = situation;
      const attempts = smallCalls(situation, { sets: 'roomsLeft', roomId: double }).filter((call) => {
        const { from, to } = windowAt(call.receivedAt);
        const [start, end] = [addDays(from, 2), addDays(to, -2)];
        return call.records.some(({ date }) => date <= start || date >= end);
      });
      const first = attempts.filter((call) => has(call, windowAt(call.receivedAt).from));
      const last = attempts.filter((call) => has(call, windowAt(call.receivedAt).to));
      return {
        attempts,
        proof: first.length > 0 && last.length > 0 ? [...new Set([...first, ...last])] : [],
      };
    },
  },
  {
    id: 'roomEdit',
    title: 'Operation 3 with all fields',
    task: ({ double }) =>
      `Send qty, maxGuests, maxAdults and maxChildren of room ${double} with operation 3.`,
    correction: 'Send all four numbers: a missing one is cleared.',
    find: ({ calls }) =>
      eachOf(
        calls.filter(({ operation }) => operation === 'roomEditChannelManager'),
        hasAllNumbers,
      ),
  },
];

function priceOn(situation: Situation, date: Situation['dates']['price'], value: number): Evidence {
  const { double, flexible } = situation;
  const attempts = smallCalls(situation, { sets: 'price', roomId: double, ratePlanId: flexible }, date);
  return eachOf(attempts, (call) => has(call, date, value));
}

function findSynchronization(situation: Situation): Evidence {
  const { double, suite, flexible, halfBoard, suiteFlexible, calls } = situation;
  const attempts = calls.filter(({ records }) => records.length > MAX_SCENARIO_DATES);
  const targets: Target[] = [
    { sets: 'roomsLeft', roomId: double },
    { sets: 'roomsLeft', roomId: suite },
    { sets: 'price', roomId: double, ratePlanId: flexible },
    { sets: 'price', roomId: double, ratePlanId: halfBoard },
    { sets: 'price', roomId: suite, ratePlanId: suiteFlexible },
  ];
  const parts = targets.map((target) => attempts.filter((call) => isFor(call, target)));
  return { attempts, proof: parts.every((part) => datesOf(part) >= LONG) ? parts.flat() : [] };
}

function datesOf(calls: readonly SentCall[]): number {
  return new Set(calls.flatMap((call) => effective(call).map(({ date }) => date))).size;
}
