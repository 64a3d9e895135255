import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { CallEnd } from './call-end';
import type { CallOutcome } from '../../push/call-outcome';
import { CALL_OUTCOMES } from '../../push/call-outcome';
import type { PushOperation } from '../../push/operations';
import { PUSH_OPERATIONS, PUSHES } from '../../push/operations';
import { VERDICTS } from '../../push/journal/verdicts';

/** Counts and times calls for Prometheus. */
@Injectable()
export class MetricsService {
  readonly registry = new Registry();

  private readonly calls = new Counter({
    name: 'channel_manager_calls_total',
    help: 'Calls of the channel manager, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers: [this.registry],
  });

  private readonly hungUp = new Counter({
    name: 'channel_manager_calls_hung_up_total',
    help: 'Calls whose caller hung up before the answer, by operation; calls_total has them, too',
    labelNames: ['operation'],
    registers: [this.registry],
  });

  private readonly durations = new Histogram({
    name: 'channel_manager_call_duration_seconds',
    help: 'Time from the arrival of a call to its answer, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  private readonly records = new Counter({
    name: 'channel_manager_records_total',
    help: 'Records of pushes, by operation and what became of them',
    labelNames: ['operation', 'verdict'],
    registers: [this.registry],
  });

  private readonly overbookedDates = new Counter({
    name: 'channel_manager_overbooked_dates_total',
    help: 'Dates that a push left with fewer rooms than are occupied',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.startFromZero();
  }

  recordCall(
    { operation, outcome, end }: { operation: PushOperation; outcome: CallOutcome; end: CallEnd },
    seconds: number,
    { records, overbooked = 0 }: { records?: Record<string, number>; overbooked?: number },
  ): void {
    this.overbookedDates.inc(overbooked);
    this.calls.inc({ operation, outcome });
    this.durations.observe({ operation, outcome }, seconds);
    if (end === 'hungUp') this.hungUp.inc({ operation });
    if (!records) return;
    for (const verdict of VERDICTS) this.records.inc({ operation, verdict }, records[verdict] ?? 0);
  }

  /** A series that first appears with its first event shows no increase, so no alert would fire. */
  private startFromZero(): void {
    for (const operation of PUSH_OPERATIONS) {
      this.hungUp.inc({ operation }, 0);
      for (const outcome of CALL_OUTCOMES) {
        this.calls.inc({ operation, outcome }, 0);
        this.durations.zero({ operation, outcome });
      }
      if (PUSHES[operation].sets === 'room') continue; // has no records
      for (const verdict of VERDICTS) this.records.inc({ operation, verdict }, 0);
    }
  }
}
