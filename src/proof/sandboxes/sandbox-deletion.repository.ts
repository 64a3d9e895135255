import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import { UnsuccessfulCallsRepository } from '../../push/journal/unsuccessful-calls.repository';
import type { Sandbox } from './sandbox.repository';

/**
 * Every table with rows of a room. Calls about a journal entry in flight lock the entry, so the tables that name entries
 * come after it. A test compares this with all tables.
 */
const OF_ROOMS = [
  `DELETE FROM closure WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM held_price WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM rate_room_availability WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM room_availability WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM price_state WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM restriction_state WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM availability_state WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM price_layout WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM room_state WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM rate_plan_state WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM room_timeline WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM undo_room WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM rate_plan WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM room WHERE id = ANY ($1::bigint[])`,
  `DELETE FROM journal_entry WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM undelivered_answer WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM notification WHERE room_id = ANY ($1::bigint[])`,
];

/**
 * Undos of calls of a sandbox ($1: its token, $2: its property, $3: its rooms), whether they name the token, a room, a
 * plan or a call. It must run before the calls are deleted.
 */
const DELETE_UNDOS = `
  DELETE FROM undo
   WHERE token_id = $1 OR requested_by_id = $1 OR token = $2 OR room_id = ANY ($3::bigint[])
      OR rate_plan_id IN (SELECT id FROM rate_plan WHERE room_id = ANY ($3::bigint[]))
      OR first_entry_id IN (SELECT id FROM journal_entry WHERE token_id = $1 OR room_id = ANY ($3::bigint[]))`;

/** Deletes sandboxes. */
@Injectable()
export class SandboxDeletionRepository {
  constructor(private readonly unsuccessfulCalls: UnsuccessfulCallsRepository) {}

  /**
   * Deletes a sandbox with all that it holds. Every push writes under the lock of its room, and every refused call
   * under the lock of its token: this transaction takes both locks first, so later calls find neither the room nor the
   * token.
   * @returns the number of journal entries that were deleted
   */
  async delete(
    manager: EntityManager,
    { id, tokenId, propertyName }: Pick<Sandbox, 'id' | 'tokenId' | 'propertyName'>,
  ): Promise<number> {
    const rooms = await manager.query<{ id: RoomId }[]>(
      `SELECT id FROM room WHERE sandbox_id = $1 ORDER BY id FOR UPDATE`,
      [id],
    );
    await this.unsuccessfulCalls.lock(manager, tokenId);
    await manager.query(`DELETE FROM access_token WHERE id = $1`, [tokenId]);
    const roomIds = rooms.map((room) => room.id);
    await manager.query(DELETE_UNDOS, [tokenId, propertyName, roomIds]);
    // The entry of the sandbox's creation has the same id as the sandbox.
    const [, entries] = await manager.query<[unknown, number]>(
      `DELETE FROM journal_entry WHERE token_id = $1 OR id = $2`,
      [tokenId, id],
    );
    for (const statement of OF_ROOMS) await manager.query(statement, [roomIds]);
    await manager.query(`DELETE FROM sandbox WHERE id = $1`, [id]);
    return entries;
  }
}
