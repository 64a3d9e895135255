import type { EntityManager } from 'typeorm';

/** The numbers of the advisory locks. Never reuse or change a number: instances of different versions share them. */
export const ADVISORY_LOCKS = {
  migrations: 4_207_202_611,
  journalRetention: 4_207_202_613,
  bootstrapToken: 4_207_202_614,
  notifications: 4_207_202_615,
  historyRetention: 4_207_202_616,
  silentRooms: 4_207_202_618,
  sandboxes: 4_207_202_621,
  failedCallRetention: 4_207_202_622,
  notificationRetention: 4_207_202_623,
  undoRetention: 4_207_202_624,
} as const;

export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** Waits for a lock and holds it until the transaction ends. */
export async function waitForLock(manager: EntityManager, lock: AdvisoryLock): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock($1)`, [ADVISORY_LOCKS[lock]]);
}

/** Tries to take a lock that lasts until the transaction ends. @returns false if another transaction holds it */
export async function tryLock(manager: EntityManager, lock: AdvisoryLock): Promise<boolean> {
  const [row] = await manager.query<[{ isHeld: boolean }]>(
    `SELECT pg_try_advisory_xact_lock($1) AS "isHeld"`,
    [ADVISORY_LOCKS[lock]],
  );
  return row.isHeld;
}
