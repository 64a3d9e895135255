import { DatabaseProxy } from '../../support/database-proxy';
import { callAndHangUp, callInOutage } from '../../support/failing-calls';
import { TestService } from '../../support/service';
import { Comparison } from './comparison';
import { LATE_ARRIVAL_SECONDS } from './failed-calls';
import type { Done } from './model';
import { Model } from './model';
import { roomsOf } from './pushed-records';
import type { Random } from './random';
import type { Call } from './random-steps';
import { bigintAsText, carryOut, carryOutUndo, sendPush } from './service-calls';
import { StayComparison } from './stay-comparison';
import type { Push, Step, UndoStep } from './steps';
import { isPush, isUndo } from './steps';

/** The number of stories that are read after each step. */
const STORIES = 3;
/** The number of steps that a failure report lists. */
const REPORTED_STEPS = 40;

/** Two instances on one database, and a model that follows the same steps. Each instance can lose the database. */
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

  /** Takes a step, and checks its outcome. @throws Error with the steps before it */
  async takeAndCheck(call: Call): Promise<void> {
    this.calls.push(call);
    try {
      await this.take(call);
      await this.check(call.instance);
    } catch (cause) {
      const steps = this.calls.slice(-REPORTED_STEPS).map((earlier) => JSON.stringify(earlier, bigintAsText));
      const message = `Step ${this.calls.length} is not as the model says. The last ones were:\n${steps.join('\n')}`;
      throw new Error(`${message}\n${(cause as Error).message}`, { cause });
    }
  }

  private async take({ step, instance, failure }: Call): Promise<void> {
    if (isUndo(step)) await this.undo(step, instance);
    else if (failure && isPush(step)) await this.fail(step, instance, failure);
    else await this.carryOutAll([{ step, instance }]);
  }

  /** Carries steps out simultaneously, and passes them to the model in the order in which they took effect. */
  async carryOutAll(steps: { step: Exclude<Step, UndoStep>; instance: number }[]): Promise<void> {
    const carriedOut = await Promise.all(
      steps.map(async ({ step, instance }) => {
        const requestId = await carryOut(this.serviceOf(instance), this.model.hotel, step);
        return requestId === undefined ? [] : [{ step, instance, requestId }];
      }),
    );
    const byId = new Map(carriedOut.flat().map((each) => [each.requestId, each]));
    for (const done of await this.callsOf([...byId.keys()])) {
      const { step, instance } = byId.get(done.requestId) ?? {};
      byId.delete(done.requestId);
      if (step) this.model.apply(step, done, instance);
    }
    // The answer of SiteConnect to a repeated message has the request id of the repeat, which has no entry.
    for (const { step } of byId.values())
      if (isPush(step) && !this.model.hasApplied(step))
        throw new Error(`The journal has no entry of ${JSON.stringify(step, bigintAsText)}`);
  }

  /** Moves the clocks of the rooms ahead, which has the same effect as setting the database's clock back. */
  async setClockBack(): Promise<void> {
    await this.services[0].dataSource.query(
      `UPDATE room_clock SET last_moment = greatest(last_moment, clock_timestamp() + interval '50 ms')`,
    );
  }

  /** Checks on the other instance everything that the last step may have changed, and a part of the past. */
  private async check(instance: number): Promise<void> {
    const comparison = this.comparisonOf(1 - instance);
    const stays = new StayComparison(this.serviceOf(1 - instance), this.model, this.pick);
    const { hotel, journal, last } = this.model;
    const cells = [...hotel.plans].flatMap(([id, plan]) =>
      [...plan.days].map(([date, { price }]) => ({ id, date, cell: price })),
    );
    const changed = cells.filter(({ cell }) => cell.changes.at(-1)?.at === last);
    const stories = Array.from({ length: STORIES }, (_, n) =>
      this.oneOf(n > 0 && changed.length > 0 ? changed : cells),
    );
    await Promise.all([
      ...[...hotel.rooms.keys()].map((roomId) => comparison.checkCalendar(roomId, null)),
      comparison.checkHeldPrices(),
      comparison.checkJournal(journal.entries.slice(-2)),
      comparison.checkMessages(journal.entries),
      ...stories.map((cell) => cell && comparison.checkStory(cell.id, cell.date)),
      this.checkCalendar(comparison, this.moments.at(-1)),
      this.checkCalendar(comparison, this.moments.at(-2)),
      this.checkCalendar(comparison, this.oneOf(this.moments)),
      stays.checkNow(),
      this.checkStay(stays, this.oneOf(this.moments)),
    ]);
  }

  /** Checks all stories, the whole journal, and the calendars of all moments since the last check. */
  async checkAll(): Promise<void> {
    const comparison = this.comparisonOf(this.pick(2));
    for (const [id, { days }] of this.model.hotel.plans)
      for (const date of days.keys()) await comparison.checkStory(id, date);
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
    const records = undone.records.map(({ roomId, ratePlanId, date, from, to, verdict, ...record }) => {
      const field = record.field ?? (ratePlanId === null ? 'roomsLeft' : 'price');
      return [roomId, ratePlanId, field, date, from, to, verdict].join(' ');
    });
    const counts = { rooms, restored, changedSince, unknown, unchanged, derived };
    expect({ ...counts, records: records.sort(), entries: requestIds.length }).toEqual(expected);
  }

  private async fail(step: Push, instance: number, failure: 'outage' | 'hangUp'): Promise<void> {
    const service = this.serviceOf(instance);
    const { hotel } = this.model;
    if (failure === 'outage') {
      const proxy = this.proxies[instance === 0 ? 0 : 1];
      const { status, headers } = await callInOutage(service, proxy, () => sendPush(service, hotel, step));
      expect(status).toBeGreaterThanOrEqual(500);
      this.model.fail(step, headers.get('x-request-id') ?? '', instance);
      return;
    }
    const [roomId = ''] = roomsOf(hotel, step);
    const requestId = await callAndHangUp(service, roomId, (signal) =>
      sendPush(service, hotel, step, signal),
    );
    const [done] = await this.callsOf([requestId]);
    if (done) this.model.hangUp(step, done, instance);
  }

  /**
   * Returns calls with the entries of all their rooms, in the order of their moments.
   * @param ids the id of one entry of each call
   */
  private async callsOf(ids: string[]): Promise<Done[]> {
    const rows = await this.services[0].dataSource.query<(Done & { id: string; roomId: string })[]>(
      `SELECT id, room_id AS "roomId", coalesce(call_id, id) AS "requestId"
         FROM journal_entry AS entry
        WHERE id = ANY ($1) OR call_id IN (SELECT call_id FROM journal_entry WHERE id = ANY ($1))`,
      [ids],
    );
    const done = await this.momentsOf([...new Set(rows.map(({ requestId }) => requestId))]);
    return done.map(({ requestId, moment }) => {
      const ofCall = rows.filter((row) => row.requestId === requestId);
      return { requestId, moment, entries: new Map(ofCall.map(({ roomId, id }) => [roomId, id])) };
    });
  }

  /** Returns calls in the order of their moments. */
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

  private async checkStay(stays: StayComparison, moment: string | undefined): Promise<void> {
    if (moment) await stays.checkAt(String(1 + this.pick(4)), moment);
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
