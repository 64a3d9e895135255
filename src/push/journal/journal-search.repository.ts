import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JournalFilter } from './journal.repository';
import { isLargeChange } from './large-change';

/**
 * Selects the newest entries of several rooms or tokens. Each of them contributes at most one page through
 * its index on (key, id), so the cost grows with the number of keys and not with the journal.
 * A null parameter does not filter.
 */
const newestOf = (keys: string, column: 'room_id' | 'token_id') => `
  SELECT entry.id
    FROM (${keys}) AS key
   CROSS JOIN LATERAL (
           SELECT id
             FROM journal_entry
            WHERE ${column} = key.id
              AND ($2::uuid IS NULL OR id >= $2)
              AND ($3::uuid IS NULL OR id < $3)
              AND ($4::uuid IS NULL OR id < $4)
              AND ($5::bigint IS NULL OR room_id = $5)
              AND ($6::bigint IS NULL OR rate_plan_id = $6)
              AND ($7::text IS NULL OR operation = $7)
              AND ($8::text IS NULL OR outcome = $8)
              AND ($9::text IS NULL OR token = $9)
              AND ($10::uuid IS NULL OR token_id = $10)
              AND ($11::numeric IS NULL OR ${isLargeChange('$11')})
            ORDER BY id DESC
            LIMIT $12) AS entry
   ORDER BY id DESC
   LIMIT $12`;

export const NEWEST_OF_PROPERTY = newestOf(`SELECT id FROM room WHERE property_name = $1`, 'room_id');
export const NEWEST_OF_TOKEN_NAME = newestOf(`SELECT id FROM access_token WHERE name = $1`, 'token_id');

/** Finds journal entries by names that several rooms or tokens share. */
@Injectable()
export class JournalSearchRepository {
  /** Returns the ids of the newest entries of the rooms that a property has now. */
  findOfProperty(
    manager: EntityManager,
    propertyName: string,
    filter: JournalFilter,
    limit: number,
  ): Promise<string[]> {
    return findIds(manager, NEWEST_OF_PROPERTY, propertyName, filter, limit);
  }

  /** Returns the ids of the newest entries of all tokens with a name. */
  findOfTokenName(
    manager: EntityManager,
    name: string,
    filter: JournalFilter,
    limit: number,
  ): Promise<string[]> {
    return findIds(manager, NEWEST_OF_TOKEN_NAME, name, filter, limit);
  }
}

async function findIds(
  manager: EntityManager,
  statement: string,
  name: string,
  { equal, largeChange, fromKey, toKey, cursor }: JournalFilter,
  limit: number,
): Promise<string[]> {
  const { roomId, ratePlanId, operation, outcome, token, tokenId } = equal;
  const rows = await manager.query<{ id: string }[]>(statement, [
    name,
    fromKey,
    toKey,
    cursor,
    roomId,
    ratePlanId,
    operation,
    outcome,
    token,
    tokenId,
    largeChange,
    limit,
  ]);
  return rows.map(({ id }) => id);
}
