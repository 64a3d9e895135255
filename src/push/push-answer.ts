import type { FastifyReply } from 'fastify';
import type { CallResult, Outcome, JournaledCall } from './journal/journaled-call';
import type { RecordCounts } from './journal/verdicts';
import { countRecords } from './journal/verdicts';

/** The verdicts that the answer's headers count. */
const COUNTED_VERDICTS = ['skipped', 'held', 'late'] as const;

/** The result of an operation by date. */
export interface PushResult {
  outcome: Outcome;
  /** The number of dates that have fewer rooms left than are occupied. */
  overbooked: number;
  /** The records by verdict; undefined if there were none. */
  records: RecordCounts | undefined;
}

/** Extracts the parts of a result that the answer, the log line and the metrics need. */
export function pushResult(result: CallResult): PushResult {
  const { outcome, overbooked } = result;
  return { outcome, overbooked: overbooked?.size ?? 0, records: countRecords(result) };
}

/** The answers of one operation. */
export interface PushTexts {
  success: string;
  emptyList: string;
}

/** Sets the answer's status and headers, and returns its text. */
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
      for (const verdict of COUNTED_VERDICTS)
        void reply.header(`x-records-${verdict}`, records?.[verdict] ?? 0);
      return texts.success;
  }
}
