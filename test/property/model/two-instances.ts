import { DatabaseProxy } from '../../support/database-proxy';
import { callAndHangUp, callInOutage } from '../../support/failing-calls';
import { TestService } from '../../support/service';
import { Comparison } from './comparison';
import { LATE_ARRIVAL_SECONDS } from './failed-calls';
import type { Done } from './model';
import { Model } from './model';
import type { Call, Random } from './random-steps';
import { bigintAsText, callOf, carryOut, carryOutUndo } from './service-calls';
import type { Push, Step, UndoStep } from './steps';
import { isPush, isUndo } from './steps';

/** How many stories are read after each step. */
const STORIES = 3;
/** How many steps a failure report lists. */
const TOLD_STEPS = 40;

/** Calls one after the other: while the database is away, each fails soon. */
export const ONE_BY_ONE = { DB_RETRY_BUDGET_SECONDS: '0.2' };

/** Two instances on one database, each of which can lose it, beside a model that follows the same steps. */
export class TwoInstances {
  readonly model = new Model();
  private readonly comparisons: Comparison[];
  /** The moments of all entries, and just before them. */
  private readonly moments: string[] = [];
  private readonly calls: Call[] = [];

  private constructor(
    readonly services: [TestService, TestService],
    private readonly proxies: [DatabaseProxy, DatabaseProxy],
    private readonly pick: Random,
  ) {
    this.comparisons = services.map((service) => new Comparison(service, this.model));
  }

  static async start(pick: Random, more: Record<string, string> = {}): Promise<TwoInstances> {
    const settings = { LATE_ARRIVAL_SECONDS: String(LATE_ARRIVAL_SECONDS), ...more };
    const proxies: [DatabaseProxy, DatabaseProxy] = [
      await DatabaseProxy.start(),
      await DatabaseProxy.start(),
    ];
    const first = await TestService.start({ proxy: proxies[0], settings });
    const second = await TestService.start({ proxy: proxies[1], settings, beside: first });
    return new TwoInstances([first, second], proxies, pick);
  }

  async stop(): Promise<void> {
    for (const service of this.services.toReversed()) await service.stop();
    for (const proxy of this.proxies) await proxy.stop();
  }

  /** Takes a step, and checks what has come of it. @throws Error with what was done before */
  async takeAndCheck(call: Call): Promise<void> {
    this.calls.push(call);
    try {
      await this.take(call);
      await this.check(call.instance);
    } catch (cause) {
      const steps = this.calls.slice(-TOLD_STEPS).map((earlier) => JSON.stringify(earlier, bigintAsText));
      const message = `Step ${this.calls.length} is not as the model says. The last ones were:\n${steps.join('\n')}`;
      throw new Error(`${message}\n${(cause as Error).message}`, { cause });
    }
  }

  private async take({ step, instance, failure }: Call): Promise<void> {
    if (isUndo(step)) await this.undo(step, instance);
    else if (failure && isPush(step)) await this.fail(step, instance, failure);
    else await this.carryOutAll([{ step, instance }]);
  }

  /** Carries steps out at once, and passes them to the model in the order in which they took effect. */
  async carryOutAll(steps: { step: Exclude<Step, UndoStep>; instance: number }[]): Promise<void> {
    const carriedOut = await Promise.all(
      steps.map(async ({ step, instance }) => {
        const requestId = await carryOut(this.serviceOf(instance), this.model.hotel, step);
        return requestId === undefined ? [] : [{ step, instance, requestId }];
      }),
    );
    const byId = new Map(carriedOut.flat().map((each) => [each.requestId, each]));
    for (const done of await this.momentsOf([...byId.keys()])) {
      const { step, instance } = byId.get(done.requestId) ?? {};
      if (step) this.model.apply(step, done, instance);
    }
  }

  /** For the rooms, that is as if it had been ahead before. */
  async setClockBack(): Promise<void> {
    await this.services[0].dataSource.query(
      `UPDATE room_timeline SET last_moment = greatest(last_moment, clock_timestamp() + interval '50 ms')`,
    );
  }

  /** Everything that the last step may have changed, as the other instance tells it, and something of the past. */
  private async check(instance: number): Promise<void> {
    const comparison = this.comparisonOf(1 - instance);
    const { hotel, journal, last } = this.model;
    const cells = [...hotel.plans].flatMap(([id, plan]) =>
      [...plan.cells].map(([date, cell]) => ({ id, date, cell })),
    );
    const changed = cells.filter(({ cell }) => cell.changes.at(-1)?.at === last);
    const stories = Array.from({ length: STORIES }, (_, n) =>
      this.oneOf(n > 0 && changed.length > 0 ? changed : cells),
    );
    await Promise.all([
      ...[...hotel.rooms.keys()].map((roomId) => comparison.checkCalendar(roomId, null)),
      comparison.checkHeldPrices(),
      comparison.checkJournal(journal.entries.slice(-2)),
      ...stories.map((cell) => cell && comparison.checkStory(cell.id, cell.date)),
      this.checkCalendar(comparison, this.moments.at(-1)),
      this.checkCalendar(comparison, this.moments.at(-2)),
      this.checkCalendar(comparison, this.oneOf(this.moments)),
    ]);
  }

  /** All stories, the whole journal, and the calendars of all moments since the last time. */
  async checkAll(): Promise<void> {
    const comparison = this.comparisonOf(this.pick(2));
    for (const [id, { cells }] of this.model.hotel.plans)
      for (const date of cells.keys()) await comparison.checkStory(id, date);
    await comparison.checkHeldPrices();
    await comparison.checkJournal(this.model.journal.entries);
    for (let n = 0; n < 5; n++) {
      const moment = this.oneOf(this.moments);
      if (moment) await comparison.checkCalendarOfAll(`&at=${moment}`);
    }
    await comparison.checkCalendarOfAll('');
    await comparison.checkStates();
    for (const moment of this.moments.splice(0)) await this.checkCalendar(comparison, moment);
  }

  private async undo(step: UndoStep, instance: number): Promise<void> {
    const undone = await carryOutUndo(this.serviceOf(instance), step);
    const expected = this.model.undo(step, await this.momentsOf(undone.requestIds));
    const { rooms, restored, changedSince, unknown, unchanged, derived, requestIds } = undone;
    const records = undone.records.map(({ roomId, ratePlanId, date, from, to, verdict }) =>
      [roomId, ratePlanId, date, from, to, verdict].join(' '),
    );
    const counts = { rooms, restored, changedSince, unknown, unchanged, derived };
    expect({ ...counts, records: records.sort(), entries: requestIds.length }).toEqual(expected);
  }

  private async fail(step: Push, instance: number, failure: 'outage' | 'hangUp'): Promise<void> {
    const service = this.serviceOf(instance);
    const { roomId, path, body } = callOf(this.model.hotel, step);
    if (failure === 'outage') {
      const proxy = this.proxies[instance === 0 ? 0 : 1];
      const { status, headers } = await callInOutage(proxy, () => service.post(path, body));
      expect(status).toBeGreaterThanOrEqual(500);
      this.model.fail(step, headers.get('x-request-id') ?? '', instance);
      return;
    }
    const [done] = await this.momentsOf([await callAndHangUp(service, roomId, path, body)]);
    if (done) this.model.hangUp(step, done, instance);
  }

  /** In the order of the moments. */
  private async momentsOf(requestIds: string[]): Promise<Done[]> {
    const rows = await this.services[0].dataSource.query<(Done & { before: string })[]>(
      `SELECT id AS "requestId",
              to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment,
              to_char((applied_at - interval '1 microsecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                AS before
         FROM journal_entry WHERE id = ANY ($1) ORDER BY applied_at`,
      [requestIds],
    );
    expect(rows).toHaveLength(requestIds.length);
    this.moments.push(...rows.flatMap(({ before, moment }) => [before, moment]));
    return rows;
  }

  private async checkCalendar(comparison: Comparison, moment: string | undefined): Promise<void> {
    if (moment) await comparison.checkCalendar(String(1 + this.pick(4)), moment);
  }

  private serviceOf(instance: number): TestService {
    return this.services[instance === 0 ? 0 : 1];
  }

  private comparisonOf(instance: number): Comparison {
    const comparison = this.comparisons[instance];
    if (!comparison) throw new Error(`There is no instance ${instance}`);
    return comparison;
  }

  private oneOf<T>(things: T[]): T | undefined {
    return things[this.pick(things.length)];
  }
}
