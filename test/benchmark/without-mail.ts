import type { Notice } from '../../src/notification/notice';
import { NotificationService } from '../../src/notification/notification.service';

/** Loaded into the service before it starts (`node --require`): a missing room is not worth an e-mail to it. */
NotificationService.prototype.inventoryRoomMissing = () => undefined as unknown as Notice;
