import type { TestService } from './service';

/** Locks a room like another push, until it is released. */
export async function holdRoom(service: TestService, roomId: string): Promise<{ release(): Promise<void> }> {
  const runner = service.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(`SELECT FROM room WHERE id = $1 FOR NO KEY UPDATE`, [roomId]);
  return {
    release: async () => {
      await runner.commitTransaction();
      await runner.release();
    },
  };
}

/** Resolves when at least this many sessions of the service's database wait for a lock. */
export async function isWaitingForALock(service: TestService, sessions = 1): Promise<void> {
  for (;;) {
    const waiting = await service.dataSource.query<unknown[]>(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length >= sessions) return;
  }
}
