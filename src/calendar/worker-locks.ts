import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import * as sql from './calendar-statements';
import type { LoadedCells } from './loaded-cells';

/** Waits for the locks of rooms, or locks those that are free: each with a statement of its own, or all with one. */
export type LockMode = 'wait' | 'free' | 'freeTogether';

interface LockRow {
  id: RoomId;
  isLocked: boolean;
}

/**
 * Locks rooms on the workers of a Citus cluster.
 * @returns whether each room is locked now. With one statement for all, a room without a record on the dates of its cells is
 *   missing, and is not locked
 */
export async function lockOnWorkers(
  manager: EntityManager,
  cells: ReadonlyMap<RoomId, LoadedCells>,
  mode: LockMode,
): Promise<ReadonlyMap<RoomId, boolean>> {
  const roomIds = [...cells.keys()];
  if (mode === 'freeTogether' && roomIds.length > 1) {
    const dates = new Set([...cells.values()].flatMap((ofRoom) => ofRoom.dates));
    const values = [listText(roomIds), listText([...dates])];
    const rows = await sql.LOCK_FREE_ROOMS_ON_WORKERS.run<LockRow[]>(manager, values);
    return new Map(rows.map(({ id, isLocked }) => [id, isLocked]));
  }
  const statement = mode === 'wait' ? sql.LOCK_ROOM_ON_WORKER : sql.LOCK_FREE_ROOM_ON_WORKER;
  const lock = async (id: RoomId): Promise<[RoomId, boolean]> => {
    // If the statement waits for the lock, `isLocked` is not a Boolean.
    const [{ isLocked }] = await statement.run<[{ isLocked: unknown }]>(manager, [id]);
    return [id, isLocked !== false];
  };
  return new Map(await Promise.all(roomIds.map(lock)));
}
