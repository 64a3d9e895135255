import type { Scenario, Situation } from './scenario';
import { eachOf, smallCalls } from './scenario';
import { has, hasAllNumbers } from './sent-call';

/** The optional scenarios of restrictions. */
export const RESTRICTION_SCENARIOS: Scenario[] = (
  [
    ['closed', 'A closed date', 'Close room', 'Send blackoutStatus true for this date.'],
    [
      'minStayArrival',
      'A minimum stay',
      'Set a minimum stay of a rate plan of room',
      'Send minStay for this date.',
    ],
    ['maxStay', 'A maximum stay', 'Set a maximum stay of a rate plan of room', 'Send maxStay for this date.'],
  ] as const
).map(([sets, title, what, correction]) => ({
  id: sets,
  title,
  isOptional: true,
  task: ({ double, dates }: Situation) => `${what} ${double} on ${dates.restrictions}.`,
  correction,
  find: (situation: Situation) => {
    const { double, dates } = situation;
    return eachOf(smallCalls(situation, { sets, roomId: double }), (call) => has(call, dates.restrictions));
  },
}));

/** The scenario of operation 7. */
export const ROOM_SYNCHRONIZATION: Scenario = {
  id: 'roomSynchronization',
  title: 'A room synchronization',
  isOptional: true,
  task: ({ double }) =>
    `Send qty, maxGuests, maxAdults and maxChildren of room ${double} with getRoomResponseConnectivity.`,
  correction: 'Send all four numbers: a missing one is cleared.',
  find: ({ calls }) =>
    eachOf(
      calls.filter(({ operation }) => operation === 'getRoomResponseConnectivity'),
      hasAllNumbers,
    ),
};
