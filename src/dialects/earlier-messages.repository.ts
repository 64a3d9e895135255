import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { listText } from '../platform/database/list-text';
import { PreparedStatement } from '../platform/database/prepared-statement';
import type { Operation } from '../push/operations';

/** A message that may have been applied before. */
export interface SentMessage {
  /** The request id of the call that sent the message. */
  callId: string;
  tokenId: string | null;
  operation: Operation;
  /** Null if the message has no id. */
  digest: Buffer | null;
  /** Messages before this key do not count. */
  sinceKey: string;
}

export interface AppliedMessage {
  callId: string;
  notes: string[];
  /** The verdicts of all its entries; null if it has no records. */
  verdicts: string | null;
}

/**
 * The first entry of a message has the request id of its call. `OFFSET 0` makes the planner use the index of the digest:
 * without statistics, it may read all entries of the token instead.
 */
const FIND_MESSAGES = new PreparedStatement(
  'find_messages',
  `SELECT sent.call_id AS "sentId", found.*,
          (SELECT string_agg(entry.verdicts, '') FROM journal_entry AS entry
            WHERE entry.call_id = found."callId") AS verdicts
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[])
            AS sent (call_id, token_id, operation, digest, since)
    CROSS JOIN LATERAL (
            SELECT call_id AS "callId", coalesce(notes, '{}') AS notes
              FROM journal_entry AS entry WHERE entry.id = sent.call_id AND entry.call_id = entry.id
             UNION ALL
            SELECT call_id, coalesce(notes, '{}')
              FROM (SELECT * FROM journal_entry WHERE message_digest = decode(sent.digest, 'hex') OFFSET 0) AS entry
             WHERE token_id = sent.token_id AND operation = sent.operation AND id >= sent.since
             LIMIT 1) AS found`,
);

@Injectable()
export class EarlierMessagesRepository {
  /**
   * Returns the applied messages that calls repeat, by the ids of the calls. Such a message comes from a committed
   * attempt at the same call, or has the same digest under another request id.
   */
  async find(manager: EntityManager, sent: readonly SentMessage[]): Promise<Map<string, AppliedMessage>> {
    const found = await FIND_MESSAGES.run<(AppliedMessage & { sentId: string })[]>(manager, [
      listText(sent.map(({ callId }) => callId)),
      listText(sent.map(({ tokenId }) => tokenId)),
      listText(sent.map(({ operation }) => operation)),
      listText(sent.map(({ digest }) => digest?.toString('hex') ?? null)),
      listText(sent.map(({ sinceKey }) => sinceKey)),
    ]);
    return new Map(found.map(({ sentId, ...message }) => [sentId, message]));
  }
}
