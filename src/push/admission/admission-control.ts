import { Injectable } from '@nestjs/common';
import { OutageDetector } from '../../platform/database/outage-detector';
import { OverloadedError } from '../overloaded-error';

/** What a push holds while it is in flight, from the arrival of its body to its answer. */
export interface Permit {
  readonly bytes: number;
  readonly weight: number;
  /** Whether the database answered when the push came, so that it counts towards the time that others wait. */
  readonly isCounted: boolean;
  /** Whether it waits for something else than capacity: for a room that another transaction holds. */
  isSuspended: boolean;
}

/** 50 pushes a second through the longest outage, 25 s, are 1,250; the rest is for the time it takes to work them off. */
const MAX_PUSHES = 2_000;
/** Of bodies as they came. Read, parsed and waiting, a push takes about six times its body. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A caller hears within 5 s how its push ended. The rest is for the network, and for a machine without idle time. */
const MAX_WAIT_MS = 2_000;
/** A push weighs 1, and 1 more for each 4 KB: 730 dates take about ten times as long as three. */
const BYTES_PER_WEIGHT = 4_096;
/** So much weight is always admitted: how long it takes says nothing yet. */
const MIN_CAPACITY = 100;
/** Longer without a single push completed, and the database is away rather than slow. */
const STALL_MS = 1_000;
/** The weight of the newest service time in the moving average. */
const EWMA_ALPHA = 0.05;
/** A service time counts as at most so many times the average: one outlier is no trend. */
const MAX_OUTLIER_FACTOR = 5;
/** Before anything was measured: a cold process is slow. */
const INITIAL_SERVICE_TIME_MS = 15;

/**
 * Admission control: bounds the pushes in flight, waiting or being written, and sheds load that cannot be taken.
 *
 * In an outage nothing completes, and every push has to wait, as callers are promised: only count and bytes are
 * bounded, so that memory is. Under overload pushes complete all the time, and a caller is better told at once to
 * come back than to wait for long: only so much is admitted as will be completed in 2 s. How much that is follows
 * from the service time per weight, an exponentially weighted moving average (EWMA) with clamped outliers.
 *
 * The database counts as away after a second with pushes in flight and none completed, and for three seconds after it
 * has lost or refused a connection. What came in that time does not count against those who come later: they wait
 * behind it, within the bounds of count and bytes.
 */
@Injectable()
export class AdmissionControl {
  private pushes = 0;
  private bytes = 0;
  /** Of pushes that came while the database answered. */
  private inFlightWeight = 0;
  private suspended = 0;
  /** Of pushes whose body is still coming. */
  private receivingWeight = 0;
  /** EWMA of what a weight of 1 takes. */
  private serviceTimeMs = INITIAL_SERVICE_TIME_MS;
  /** When the last push was completed, or where none was in flight but suspended ones, when one was. */
  private lastCompletedAt = 0;

  constructor(private readonly outages: OutageDetector) {}

  get inFlight(): number {
    return this.pushes;
  }

  /** @throws OverloadedError where a push of so many bytes cannot be admitted */
  assertCapacity(bytes: number, now = performance.now()): void {
    const isFull = this.pushes >= MAX_PUSHES || this.bytes + bytes > MAX_BYTES;
    // Pushes that are still being received may be slow, or never come: they alone shed nothing.
    const receiving = this.inFlightWeight < MIN_CAPACITY / 2 ? 0 : this.receivingWeight;
    const ahead = this.inFlightWeight + receiving;
    const weight = ahead + weightOf(bytes);
    const isTooSlow = ahead > 0 && weight > MIN_CAPACITY && weight * this.serviceTimeMs > MAX_WAIT_MS;
    if (isFull || (isTooSlow && this.isCompleting(now))) throw new OverloadedError(this.describe());
  }

  /** Counts a push whose body is coming. @returns to be called when it has come, or never will */
  startReceiving(bytes: number): () => void {
    const weight = weightOf(bytes);
    this.receivingWeight += weight;
    let isReceiving = true;
    return () => {
      if (isReceiving) this.receivingWeight -= weight;
      isReceiving = false;
    };
  }

  /** @throws OverloadedError */
  acquire(bytes: number, now = performance.now()): Permit {
    this.assertCapacity(bytes, now);
    if (this.pushes === this.suspended) this.lastCompletedAt = now;
    const permit = { bytes, weight: weightOf(bytes), isCounted: this.isCompleting(now), isSuspended: false };
    this.pushes++;
    this.bytes += bytes;
    if (permit.isCounted) this.inFlightWeight += permit.weight;
    return permit;
  }

  /** Does not count a push, until it is resumed, towards the time that others wait. */
  suspend(permit: Permit): void {
    if (permit.isSuspended) return;
    permit.isSuspended = true;
    this.suspended++;
    if (permit.isCounted) this.inFlightWeight -= permit.weight;
  }

  resume(permit: Permit, now = performance.now()): void {
    if (!permit.isSuspended) return;
    if (this.pushes === this.suspended) this.lastCompletedAt = now;
    permit.isSuspended = false;
    this.suspended--;
    if (permit.isCounted) this.inFlightWeight += permit.weight;
  }

  /** @param isCompleted whether the database has answered: what was refused or failed says nothing about its speed */
  release(permit: Permit, isCompleted: boolean, now = performance.now()): void {
    this.resume(permit, now);
    const { bytes, weight, isCounted } = permit;
    this.pushes--;
    this.bytes -= bytes;
    if (isCounted) this.inFlightWeight -= weight;
    if (!isCompleted) return;
    if (this.isCompleting(now)) {
      const latestMs = (now - this.lastCompletedAt) / weight;
      const clampedMs = Math.min(latestMs, MAX_OUTLIER_FACTOR * this.serviceTimeMs);
      this.serviceTimeMs += EWMA_ALPHA * (clampedMs - this.serviceTimeMs);
    }
    this.lastCompletedAt = now;
  }

  private isCompleting(now: number): boolean {
    return now - this.lastCompletedAt < STALL_MS && !this.outages.isOutage(now);
  }

  private describe(): string {
    const perWeight = `${this.serviceTimeMs.toFixed(1)} ms for each of ${this.inFlightWeight.toFixed(0)} of weight`;
    return `${this.pushes} pushes of ${this.bytes} bytes are in flight, ${perWeight}`;
  }
}

function weightOf(bytes: number): number {
  return 1 + bytes / BYTES_PER_WEIGHT;
}
