import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { ProblemException } from '../../platform/http/problem';
import { receivedAt } from '../journal/request-id';
import { PUSHES } from '../operations';
import type { Push, PushWork } from '../push';
import { MAX_SCENARIO_DATES, scenarioDates } from './sandbox-dates';

/** The duration of a call for the slow date, long enough for the next call to arrive meanwhile. */
const SLOW_MS = 1_000;

/**
 * The deliberate behaviour of sandboxes: a call for one date fails once, and calls for another date are slow. Real rooms
 * never use it.
 */
@Injectable()
export class SandboxBehaviour {
  private readonly firstDays = new Map<string, CalendarDate>();

  constructor(private readonly transactions: TransactionRunner) {}

  /** @throws ProblemException 503 for prices of the failing date, once a minute, so that a sender can try again */
  async prepare({ push, dates }: PushWork, sandboxId: string): Promise<void> {
    if (dates.length > MAX_SCENARIO_DATES) return;
    const firstDay = await this.firstDayOf(push, sandboxId);
    if (!firstDay) return;
    const { failing, slow } = scenarioDates(firstDay);
    const sets = push.operation in PUSHES && PUSHES[push.operation as keyof typeof PUSHES].sets;
    if (sets === 'price' && dates.includes(failing) && (await this.failOnce(push, sandboxId)))
      throw new ProblemException(503, 'The sandbox answers this call with 503 once: send it again after 5 s');
    if (sets === 'roomsLeft' && dates.includes(slow)) await delay(SLOW_MS);
  }

  private async firstDayOf({ id }: Push, sandboxId: string): Promise<CalendarDate | undefined> {
    const known = this.firstDays.get(sandboxId);
    if (known) return known;
    const rows = await this.transactions.run(
      (manager) =>
        manager.query<{ firstDay: CalendarDate }[]>(
          `SELECT first_day::text AS "firstDay" FROM sandbox WHERE id = $1`,
          [sandboxId],
        ),
      receivedAt(id),
      id,
    );
    const firstDay = rows[0]?.firstDay;
    if (firstDay) this.firstDays.set(sandboxId, firstDay);
    return firstDay;
  }

  /** @returns whether this is the call that fails */
  private async failOnce({ id }: Push, sandboxId: string): Promise<boolean> {
    const [, count] = await this.transactions.run(
      (manager) =>
        manager.query<[unknown, number]>(
          `UPDATE sandbox SET failed_at = clock_timestamp()
            WHERE id = $1 AND (failed_at IS NULL OR failed_at < clock_timestamp() - interval '1 minute')`,
          [sandboxId],
        ),
      receivedAt(id),
      id,
    );
    return count > 0;
  }
}
