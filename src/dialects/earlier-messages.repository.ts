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
}

/** The first entry of a message has the request id of its call. */
const FIND_MESSAGES = new PreparedStatement(
  'find_messages',
  `SELECT sent.call_id AS "sentId", found.*
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[])
            AS sent (call_id, token_id, operation, digest, since)
    CROSS JOIN LATERAL (
            SELECT call_id AS "callId", coalesce(notes, '{}') AS notes
              FROM journal_entry AS entry WHERE entry.id = sent.call_id AND entry.call_id = entry.id
             UNION ALL
            SELECT call_id, coalesce(notes, '{}')
              FROM journal_entry AS entry
             WHERE entry.token_id = sent.token_id AND entry.operation = sent.operation
               AND entry.message_digest = decode(sent.digest, 'hex') AND entry.id >= sent.since
               AND entry.call_id IS NOT NULL
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
