import type { FastifyReply } from 'fastify';
import type { Outcome, JournaledCall } from '../journal/journaled-call';

/** How operation 1 or 2 ended. */
export interface PushResult {
  outcome: Outcome;
  /** Records outside the update window. */
  skipped: number;
  /** Dates left with fewer rooms than are occupied. */
  overbooked: number;
}

/** The words of one operation. */
export interface PushTexts {
  success: string;
  emptyList: string;
}

/** Puts the answer's status and headers, and returns its text. */
export function answerPush(
  reply: FastifyReply,
  { roomId }: JournaledCall,
  { outcome, skipped, overbooked }: PushResult,
  { texts, platform }: { texts: PushTexts; platform: string },
): string {
  Object.assign(reply.request, { outcome, overbooked });
  switch (outcome) {
    case 'emptyList':
      return `${texts.emptyList} ${roomId}`;
    case 'roomMissing':
      return `Room with ID: ${roomId} not exist in db, check room id ${roomId} in ${platform}`;
    case 'ratePlanMissing':
      void reply.status(404);
      return 'Rate plan not found';
    default:
      void reply.header('x-records-skipped', skipped);
      return texts.success;
  }
}
