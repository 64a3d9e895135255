import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import type { DeletedBatch, ExpiringRecords, Retention } from '../../platform/jobs/expiring-records';
import { UnsuccessfulCallsRepository } from '../../push/journal/unsuccessful-calls.repository';
import { RoomAdministrationRepository } from '../../room/room-administration.repository';
import type { Sandbox } from './sandbox.repository';

type SandboxToDelete = Pick<Sandbox, 'id' | 'tokenId' | 'propertyName'>;

/**
 * The tables with rows about a room, besides those of the room and its calendar. A call in flight locks the journal
 * entry that it is about, so the tables that name entries come after the journal. A test compares all deletions with all
 * tables.
 */
const OF_ROOMS = [
  `DELETE FROM closure WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM undo_room WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM journal_entry WHERE room_id = ANY ($1::bigint[])`,
  `DELETE FROM failed_call WHERE room_id = ANY ($1::bigint[])`,
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

@Injectable()
export class SandboxDeletionRepository implements ExpiringRecords {
  readonly retention: Retention = { noun: 'sandboxes', lock: 'sandboxes', keptMs: 0 };

  constructor(
    private readonly store: CalendarStore,
    private readonly rooms: RoomAdministrationRepository,
    private readonly unsuccessfulCalls: UnsuccessfulCallsRepository,
  ) {}

  /**
   * Deletes a sandbox with all that it holds. Every push writes under the lock of its room, and every refused call
   * under the lock of its token: this transaction takes both locks first, so later calls find neither the room nor the
   * token.
   * @returns the number of journal entries that were deleted
   */
  async delete(manager: EntityManager, { id, tokenId, propertyName }: SandboxToDelete): Promise<number> {
    const roomIds = await this.rooms.findIdsOfSandbox(manager, id);
    const requests = roomIds.map((roomId) => ({ roomId, planIds: [], dates: [] }));
    await this.store.load(manager, requests, { withoutPasts: true });
    await this.unsuccessfulCalls.lock(manager, tokenId);
    await manager.query(`DELETE FROM access_token WHERE id = $1`, [tokenId]);
    await manager.query(DELETE_UNDOS, [tokenId, propertyName, roomIds]);
    // The entry of the sandbox's creation has the same id as the sandbox.
    const [, entries] = await manager.query<[unknown, number]>(
      `DELETE FROM journal_entry WHERE token_id = $1 OR id = $2`,
      [tokenId, id],
    );
    await this.store.erase(manager, roomIds);
    await this.rooms.delete(manager, roomIds);
    for (const statement of OF_ROOMS) await manager.query(statement, [roomIds]);
    await manager.query(`DELETE FROM sandbox WHERE id = $1`, [id]);
    return entries;
  }

  async deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch> {
    const [sandbox] = await manager.query<SandboxToDelete[]>(
      `SELECT id, token_id AS "tokenId", property_name AS "propertyName"
         FROM sandbox WHERE expires_at <= $1 ORDER BY id LIMIT 1`,
      [before],
    );
    if (sandbox) await this.delete(manager, sandbox);
    return { count: sandbox ? 1 : 0, isLast: !sandbox };
  }
}
