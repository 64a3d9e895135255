import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailQueue } from './mail.queue';
import { oneLine } from './one-line';
import type { Problem, Trigger } from './problem';

export type { Problem } from './problem';

/**
 * Owns which problems of pushes are reported: one method each. Every one of them queues one e-mail inside
 * the given transaction: it is sent if, and only if, the transaction commits.
 */
@Injectable()
export class NotificationService {
  constructor(private readonly queue: MailQueue) {}

  /** Operation 1 received an empty list: to MAIL_PLATFORM_CONTACT. */
  emptyInventoryList(manager: EntityManager, problem: Problem): Promise<void> {
    return this.report(manager, 'emptyInventoryList', problem);
  }

  /** Operation 1 named a room that does not exist: to MAIL_CHANNEL_MANAGER_SUPPORT. */
  inventoryRoomMissing(manager: EntityManager, problem: Problem): Promise<void> {
    return this.report(manager, 'inventoryRoomMissing', problem);
  }

  /** Operation 2 received an empty list: to MAIL_INTERNAL. */
  emptyPriceList(manager: EntityManager, problem: Problem): Promise<void> {
    return this.report(manager, 'emptyPriceList', problem);
  }

  /** Operation 2 named a room that does not exist: to MAIL_CHANNEL_MANAGER_SUPPORT; names the property. */
  priceRoomMissing(manager: EntityManager, problem: Problem): Promise<void> {
    return this.report(manager, 'priceRoomMissing', problem);
  }

  private report(manager: EntityManager, trigger: Trigger, problem: Problem): Promise<void> {
    return this.queue.add(manager, {
      trigger,
      problem: {
        requestId: problem.requestId,
        occurredAt: problem.occurredAt.toISOString(),
        roomId: problem.roomId,
        ratePlanId: problem.ratePlanId,
        // Cleaned here already: the database could refuse the raw text, and the push would fail with it.
        propertyName: oneLine(problem.propertyName ?? '') || null,
      },
    });
  }
}
