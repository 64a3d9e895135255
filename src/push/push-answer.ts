import type { FastifyReply } from 'fastify';
import type { CallResult, Outcome, JournaledCall } from './journal/journaled-call';
import type { RecordCounts } from './journal/verdicts';
import { countRecords } from './journal/verdicts';

/** What the answer's headers count. */
const TOLD_VERDICTS = ['skipped', 'held', 'late'] as const;

/** How operation 1 or 2 ended. */
export interface PushResult {
  outcome: Outcome;
  /** Dates left with fewer rooms than are occupied. */
  overbooked: number;
  /** What became of the records, where there were any. */
  records: RecordCounts | undefined;
}

/** Tells of what came of a push what its answer, its line in the log and the metrics need. */
export function pushResult(result: CallResult): PushResult {
  const { outcome, overbooked } = result;
  return { outcome, overbooked: overbooked?.size ?? 0, records: countRecords(result) };
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
  { outcome, overbooked, records }: PushResult,
  { texts, platform }: { texts: PushTexts; platform: string },
): string {
  Object.assign(reply.request, { outcome, overbooked, records });
  switch (outcome) {
    case 'emptyList':
      return `${texts.emptyList} ${roomId}`;
    case 'roomMissing':
      return `Room with ID: ${roomId} not exist in db, check room id ${roomId} in ${platform}`;
    case 'ratePlanMissing':
      void reply.status(404);
      return 'Rate plan not found';
    default:
      for (const verdict of TOLD_VERDICTS) void reply.header(`x-records-${verdict}`, records?.[verdict] ?? 0);
      return texts.success;
  }
}
