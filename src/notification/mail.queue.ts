import type { OnModuleInit } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import PgBoss from 'pg-boss';
import type { DataSource, EntityManager } from 'typeorm';
import { oneLine } from './one-line';
import type { QueuedMail } from './problem';
import { QueueDatabase, inTransaction } from './queue-database';

const QUEUE = 'mail';
/** Any number, as long as all instances take the same, and nothing else does. */
const START_LOCK = 4_207_202_612;
const HOUR_SECONDS = 3600;
const RETRY_FOR_SECONDS = 25 * HOUR_SECONDS;
/** When an instance dies over a mail, another one takes it after this time. Longer than any mail takes. */
const EXPIRE_SECONDS = 300;

/** How fast the queue is; tests are more impatient. */
export interface MailTiming {
  /** How long the worker waits, in milliseconds, before it looks for mails again. */
  pollMs: number;
  /**
   * The pause between two attempts, always the same: pauses that grow would leave a mail lying for half a
   * day after the mail server is back.
   */
  retryDelaySeconds: number;
}
export const MAIL_TIMING = Symbol('MAIL_TIMING');
export const DEFAULT_TIMING: MailTiming = { pollMs: 1000, retryDelaySeconds: 300 };

export type MailJob = PgBoss.JobWithMetadata<QueuedMail>;

/**
 * Owns the mails that wait, in the database: a mail is added with the transaction that is its reason, is
 * taken by one instance at a time, and stays until it is sent or has failed for more than a day.
 */
@Injectable()
export class MailQueue implements OnModuleInit {
  private readonly logger = new Logger(MailQueue.name);
  private readonly database: QueueDatabase;
  private readonly boss: PgBoss;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(MAIL_TIMING) private readonly timing: MailTiming,
  ) {
    this.database = new QueueDatabase(dataSource);
    this.boss = new PgBoss({ db: this.database, schedule: false, maintenanceIntervalSeconds: 60 });
    // Its background maintenance reports here; an 'error' event without a listener ends the process.
    this.boss.on('error', (error) =>
      this.logger.error(`The maintenance of the mail queue failed: ${error.message}`),
    );
  }

  async onModuleInit(): Promise<void> {
    // pg-boss locks while it creates its tables, but not while it creates a queue: two instances deadlock.
    await this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
      await this.boss.start();
      await this.boss.createQueue(QUEUE);
    });
  }

  /** Adds a mail inside the transaction. Works until the DataSource is closed, also after `stop`. */
  async add(manager: EntityManager, mail: QueuedMail): Promise<void> {
    const id = await this.boss.send(QUEUE, mail, {
      db: inTransaction(manager),
      retryLimit: Math.ceil(RETRY_FOR_SECONDS / this.timing.retryDelaySeconds),
      retryDelay: this.timing.retryDelaySeconds,
      retryBackoff: false,
      expireInSeconds: EXPIRE_SECONDS,
    });
    // pg-boss inserts nothing, and says so like this, where the queue has been removed.
    if (id === null)
      throw new Error(`The queue ${QUEUE} is missing from the schema pgboss; a restart creates it`);
  }

  /** Takes the next mail that is due; undefined where there is none. */
  async take(): Promise<MailJob | undefined> {
    // pg-boss takes a failure of this statement for an empty queue. An outage is not that.
    const failures: unknown[] = [];
    const db: PgBoss.Db = {
      executeSql: (text, values) =>
        this.database.executeSql(text, values).catch((error: unknown) => {
          failures.push(error);
          return { rows: [] };
        }),
    };
    const [job] = await this.boss.fetch<QueuedMail>(QUEUE, { includeMetadata: true, db });
    if (failures.length > 0) throw failures[0];
    return job;
  }

  async complete(job: MailJob): Promise<void> {
    await this.boss.complete(QUEUE, job.id);
  }

  /** Puts a mail back for its next attempt, or among the failed ones after the last. */
  async fail(job: MailJob, reason: Error): Promise<void> {
    // Cleaned: what a mail server says is kept as jsonb, which refuses some characters.
    await this.boss.fail(QUEUE, job.id, { message: oneLine(reason.message) });
  }

  async stop(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}
