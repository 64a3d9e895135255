import { Injectable } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import { AdmissionControl } from '../../push/admission/admission-control';
import { ConnectionQueue } from '../../platform/database/connection-queue';
import { RETRY_REASONS } from '../../platform/database/retryable-error';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { PushEngine } from '../../push/push-engine';
import type { DatabaseFigures } from './database-figures.repository';
import { DatabaseFiguresService } from './database-figures.service';
import { MetricsService } from './metrics.service';

/** Reports the present load, the connections in use and the database's figures at each scrape. */
@Injectable()
export class Gauges {
  private readonly registry: Registry;

  constructor(
    metrics: MetricsService,
    admission: AdmissionControl,
    engine: PushEngine,
    connections: ConnectionQueue,
    transactions: TransactionRunner,
    private readonly figures: DatabaseFiguresService,
  ) {
    this.registry = metrics.registry;
    this.add(
      'pushes_in_flight',
      'Pushes between the arrival of their body and their answer',
      () => admission.inFlight,
    );
    this.add('pushes_waiting', 'Pushes in flight that wait for their turn', () => engine.waiting);
    this.add('database_connections_in_use', 'Connections that are in use', () => connections.inUse);
    this.add(
      'database_connections_max',
      'Connections that there may be: DATABASE_POOL_SIZE',
      () => connections.size,
    );
    this.add('transactions_waiting', 'Transactions that wait for a connection', () => connections.length);
    this.countRetries(transactions);
    this.countShared(engine);
    this.add('database_up', 'Whether the database answers and takes writes', async () => {
      await figures.refresh();
      return Number(figures.isUp);
    });
    this.addFigure('queued_mails', 'E-mails still to be sent', ({ queuedMails }) => queuedMails);
    this.addFigure('failed_mails', 'E-mails that were given up', ({ failedMails }) => failedMails);
    this.addFigure(
      'logged_mails',
      'E-mails that were only written to the log, because SMTP_URL is not set',
      ({ loggedMails }) => loggedMails,
    );
    this.addFigure(
      'unconfirmed_mails',
      'E-mails that the mail server did not confirm, and perhaps accepted',
      ({ unconfirmedMails }) => unconfirmedMails,
    );
    this.addFigure(
      'oldest_mail_seconds',
      'For how long the e-mail that waits longest has been due',
      ({ oldestMailSeconds }) => oldestMailSeconds,
    );
    this.addFigure(
      'rate_plans_with_held_prices',
      'Rate plans with prices that are held until people decide',
      ({ ratePlansWithHeldPrices }) => ratePlansWithHeldPrices,
    );
    this.addFigure(
      'last_push_seconds',
      'Since the last push that was neither refused nor failed',
      ({ lastPushAt }) => (lastPushAt ? (Date.now() - lastPushAt.getTime()) / 1000 : NaN),
    );
  }

  private add(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `channel_manager_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Adds a figure of all instances together. Its value is NaN until the database has answered once. */
  private addFigure(name: string, help: string, read: (figures: DatabaseFigures) => number): void {
    this.add(name, `${help}, of all instances`, async () => {
      await this.figures.refresh();
      return this.figures.latest ? read(this.figures.latest) : NaN;
    });
  }

  private countRetries({ retries }: TransactionRunner): void {
    new Counter({
      name: 'channel_manager_transaction_retries_total',
      help: 'Transactions that were run again, by reason',
      labelNames: ['reason'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const reason of RETRY_REASONS) this.inc({ reason }, retries.get(reason) ?? 0);
      },
    });
  }

  private countShared(engine: PushEngine): void {
    new Counter({
      name: 'channel_manager_shared_pushes_total',
      help: 'Pushes that were written in a transaction with others, as they waited',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(engine.sharedPushes);
      },
    });
  }
}
