import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import { momentText } from '../../platform/dates/microseconds';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { Call } from '../../platform/http/request-context';
import { AdmissionControl } from '../admission/admission-control';
import type { CallResult } from '../journal/journaled-call';
import type { PushWork } from '../push';
import { refusalOf, requestOf } from '../push-batch';
import { countDerived, dryRunReceipt } from './dry-run-receipt';
import { dryRunEntry } from './dry-run-entry';

/**
 * The dry run of a push: it loads the calendars without locks, lets the operation decide, and saves nothing. A dry run
 * never counts as a repeat. Like a read, it is not retried, and dry runs use at most a quarter of the connections.
 */
@Injectable()
export class PushDryRun {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly store: CalendarStore,
    private readonly admission: AdmissionControl,
  ) {}

  /** @throws the reason if the push would be refused */
  async run(work: PushWork): Promise<CallResult> {
    const { push } = work;
    return this.read(push, async (manager) => {
      const loaded = await this.store.load(manager, [requestOf(work)], { withoutLocks: true });
      const refusal = refusalOf(work, loaded);
      if (refusal) throw refusal;
      const { calendars } = loaded;
      const appliedAt = calendars.find(push.roomId) && momentText(Date.now() * 1_000);
      const { notice: _, ...result } = work.decide({ calendars, newer: undefined, appliedAt });
      const isNamed = ({ ratePlanId }: { ratePlanId: string }) => ratePlanId === push.ratePlanId;
      const derived = calendars.all.reduce(
        (sum, calendar) => sum + countDerived(calendar, calendars, isNamed),
        0,
      );
      if (push.dryRun) push.dryRun.receipt = dryRunReceipt(dryRunEntry(push, result), derived);
      return result;
    });
  }

  /** Runs the steps of a dry run on one snapshot, and counts their time as that of a push. */
  async read<T>({ capacity }: Call, steps: (manager: EntityManager) => Promise<T>): Promise<T> {
    let startedAt = 0;
    const result = await this.transactions.read((manager) => {
      startedAt = performance.now();
      return steps(manager);
    });
    this.admission.recordBatch(performance.now() - startedAt, capacity?.weight ?? 0);
    return result;
  }
}
