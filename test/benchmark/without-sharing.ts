import type { TransactionRunner } from '../../src/platform/database/transaction-runner';
import { receivedAt } from '../../src/push/journal/request-id';
import type { RoomQueue } from '../../src/push/room-queue';
import { TransactionSharing } from '../../src/push/transaction-sharing';

/** Loaded into the service before it starts (`node --require`), gives each push a transaction of its own, and no more. */
TransactionSharing.prototype.run = function ({ push, carryOut }) {
  const { queue, transactions } = this as unknown as { queue: RoomQueue; transactions: TransactionRunner };
  return queue.run(push, ({ block }) =>
    transactions.runInTurn(carryOut, { since: receivedAt(push.id), onLockTimeout: block }),
  );
};
