import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Clock } from '../../platform/dates/clock';
import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';
import { keyAt } from '../../push/journal/request-id';
import { SharedReading } from '../../platform/database/shared-reading';
import type { PushesByHour, PushesByHourQueryDto } from './feed-health.dto';
import { PushesByHourRepository } from './pushes-by-hour.repository';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Counts the pushes of the last 24 hours by hour and outcome. */
@Injectable()
export class PushesByHourService {
  /** Its cost grows with the pushes of a day, and every open page asks for it. */
  private readonly all = new SharedReading(() => this.count(undefined));

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
    private readonly pushes: PushesByHourRepository,
  ) {}

  read({ propertyName, withoutProperty }: PushesByHourQueryDto): Promise<PushesByHour> {
    const property = withoutProperty === 'true' ? null : propertyName;
    return property === undefined ? this.all.get() : this.count(property);
  }

  /** @param property null for the rooms without one, undefined for all rooms */
  private async count(property: string | null | undefined): Promise<PushesByHour> {
    const present = Math.floor(this.clock.now().getTime() / HOUR_MS);
    const starts = Array.from({ length: HOURS }, (_, n) => new Date((present - HOURS + 1 + n) * HOUR_MS));
    const keys = starts.map(keyAt);
    const counts = await this.transactions.read((manager) =>
      property === undefined
        ? this.pushes.countAll(manager, keys)
        : this.pushes.countOfProperty(manager, keys, property),
    );
    const countOf = new Map(counts.map(({ hour, outcome, count }) => [`${hour} ${outcome}`, count]));
    return {
      hours: starts.map((start, index) => ({
        at: start.toISOString(),
        ...(Object.fromEntries(
          OUTCOMES.map((outcome) => [outcome, countOf.get(`${index + 1} ${outcome}`) ?? 0]),
        ) as Record<Outcome, number>),
      })),
    };
  }
}
