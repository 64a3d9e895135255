import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { PushOperation } from '../journal/journaled-call';

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

  private readonly durations = new Histogram({
    name: 'channel_manager_call_duration_seconds',
    help: 'Time from the arrival of a call to its answer, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  private readonly overbookedDates = new Counter({
    name: 'channel_manager_overbooked_dates_total',
    help: 'Dates that a push left with fewer rooms than are occupied',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  recordCall(operation: PushOperation, outcome: string, seconds: number, overbooked = 0): void {
    this.overbookedDates.inc(overbooked);
    this.calls.inc({ operation, outcome });
    this.durations.observe({ operation, outcome }, seconds);
  }
}
