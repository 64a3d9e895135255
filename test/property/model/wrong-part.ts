import type { Hotel } from './hotel';
import type { Message, MessagePart } from './steps';

/** The first wrong part of a message, counted from 0, and what is wrong. */
export interface WrongPart {
  index: number;
  problem: 'room' | 'plan' | 'planOfOtherRoom' | 'dates' | 'value';
}

/** Finds the part for which a message must be refused. */
export function wrongPartOf(hotel: Hotel, { parts }: Message): WrongPart | undefined {
  const problems = parts.map((part) => problemOf(hotel, part));
  const index = problems.findIndex((problem) => problem !== undefined);
  const problem = problems[index];
  return problem && { index, problem };
}

function problemOf({ rooms, plans }: Hotel, part: MessagePart): WrongPart['problem'] | undefined {
  const { roomId, ratePlanId, from, to, values } = part;
  if (to < from) return 'dates';
  if (Object.values(values).some((value) => value < 0n)) return 'value';
  if (!rooms.has(roomId)) return 'room';
  if (ratePlanId === null) return undefined;
  const plan = plans.get(ratePlanId);
  if (!plan) return 'plan';
  return plan.roomId === roomId ? undefined : 'planOfOtherRoom';
}
