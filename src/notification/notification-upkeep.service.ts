import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { NotificationRepository } from './notification.repository';

const INTERVAL_MS = 600_000;

/**
 * Owns what time alone brings about: rooms that have fallen silent are told of, and mails older than the journal
 * are deleted. Each instance does it every ten minutes; to do it twice changes nothing.
 */
@Injectable()
export class NotificationUpkeepService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(NotificationUpkeepService.name);
  private timer?: NodeJS.Timeout;

  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly notifications: NotificationRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async run(): Promise<void> {
    const { MAIL_SILENCE_HOURS, JOURNAL_RETENTION_DAYS } = this.config;
    try {
      if (MAIL_SILENCE_HOURS !== undefined)
        await this.notifications.noticeSilence(this.manager, MAIL_SILENCE_HOURS);
      await this.notifications.deleteOld(this.manager, JOURNAL_RETENTION_DAYS);
    } catch (error) {
      this.logger.warn(`Silent rooms and old mails are looked for in ten minutes: ${String(error)}`);
    }
  }
}
