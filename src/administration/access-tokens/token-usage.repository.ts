import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MESSAGE_OPERATIONS } from '../../push/operations';

/** The number of calls of a token since a moment, and of those that were refused or failed. */
export interface TokenUsage {
  calls: number;
  refused: number;
  /** The dialects of other channel managers in which the token has ever sent a message. */
  dialects: string[];
}

@Injectable()
export class TokenUsageRepository {
  /**
   * Counts the newest journal entries of each token, up to a limit, so the cost of a list does not grow with
   * the number of pushes.
   * @param sinceKey the smallest request id that counts
   */
  async count(
    manager: EntityManager,
    tokens: { id: string; name: string }[],
    sinceKey: string,
    limit: number,
  ): Promise<Map<string, TokenUsage>> {
    const rows = await manager.query<(TokenUsage & { id: string })[]>(
      `SELECT owner.id, entry.calls, entry.refused,
              ARRAY(SELECT message.dialect FROM unnest($5::text[], $6::text[]) AS message (operation, dialect)
                     WHERE EXISTS (SELECT FROM journal_entry
                                    WHERE token_id = owner.id AND journal_entry.operation = message.operation
                                      AND call_id IS NOT NULL)) AS dialects
         FROM unnest($1::uuid[], $2::text[]) AS owner (id, name)
        CROSS JOIN LATERAL (
                SELECT count(*)::integer AS calls,
                       (count(*) FILTER (WHERE outcome IN ('refused', 'failed')))::integer AS refused
                  FROM (SELECT outcome FROM journal_entry
                         WHERE journal_entry.token = owner.name AND token_id = owner.id AND id >= $3
                         ORDER BY id DESC LIMIT $4) AS newest) AS entry`,
      [
        tokens.map(({ id }) => id),
        tokens.map(({ name }) => name),
        sinceKey,
        limit,
        MESSAGE_OPERATIONS.map(({ operation }) => operation),
        MESSAGE_OPERATIONS.map(({ dialect }) => dialect),
      ],
    );
    return new Map(rows.map(({ id, ...usage }) => [id, usage]));
  }
}
