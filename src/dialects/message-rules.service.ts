import { setImmediate as nextTurn } from 'node:timers/promises';
import { BadRequestException, Injectable } from '@nestjs/common';
import type { CalendarPlan } from '../calendar/calendar-plan';
import { groupBy } from '../calendar/group-by';
import type { PriceChange } from '../calendar/price-change';
import { largerChange } from '../calendar/price-change';
import type { RestrictionName } from '../calendar/restrictions';
import { RESTRICTIONS } from '../calendar/restrictions';
import type { RoomCalendars } from '../calendar/room-calendars';
import { InventoryService } from '../inventory/inventory.service';
import type { Notice } from '../notification/notice';
import { NotificationService } from '../notification/notification.service';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { UpdateWindow } from '../platform/dates/update-window';
import { HeldPriceService } from '../pricing/held-prices/held-price.service';
import type { PricesResult } from '../pricing/pricing.service';
import { PricingService } from '../pricing/pricing.service';
import { LETTERS } from '../push/journal/verdicts';
import type { NewerMessageWrites } from '../push/late-arrivals/newer-writes';
import type { RestrictionResult } from '../restrictions/stay-restriction.service';
import { StayRestrictionService } from '../restrictions/stay-restriction.service';
import type { DatedRecord } from '../push/dated-array';
import type { MessageProblem } from './message';
import type { MessageRecords, RunOfRoom } from './message-records';

/** The number of records that are applied between two turns of the event loop. */
const RECORDS_PER_TURN = 5_000;

/** The input of the decision on a message. */
export interface MessageSituation {
  calendars: RoomCalendars;
  /** The writes since the first attempt at this call, by room; empty if this is the first attempt. */
  newer: ReadonlyMap<RoomId, NewerMessageWrites>;
  appliedAt: string;
  entryIds: ReadonlyMap<RoomId, string>;
}

/** The outcome of a message besides the verdicts of its records. */
export interface MessageDecision {
  problem?: MessageProblem;
  notices: Map<RoomId, Notice | undefined>;
  largestChanges: Map<RoomId, PriceChange | undefined>;
}

/** The prices that a message sets for one plan, which of them are held, and the largest change. */
interface PlanPrices {
  plan: CalendarPlan;
  inTime: PricesResult['inTime'];
  held: PricesResult['held'];
  largestChange?: PricesResult['largestChange'];
}

/**
 * Applies the records of a message to calendars in memory, by the rules of the operations. It changes nothing else, and
 * regularly lets the event loop serve other calls.
 */
@Injectable()
export class MessageRulesService {
  constructor(
    private readonly inventory: InventoryService,
    private readonly pricing: PricingService,
    private readonly heldPrices: HeldPriceService,
    private readonly restrictions: StayRestrictionService,
    private readonly notifications: NotificationService,
    private readonly window: UpdateWindow,
  ) {}

  async apply(message: MessageRecords, situation: MessageSituation): Promise<MessageDecision> {
    const decision: MessageDecision = { notices: new Map(), largestChanges: new Map() };
    for (const roomId of message.roomIds) {
      const overbooked = this.setRoomsLeft(roomId, message, situation);
      if (overbooked) decision.notices.set(roomId, overbooked);
      if (message.roomIds.length > 1) await nextTurn();
    }
    const plans = new Map<RatePlanId, PlanPrices>();
    const trees = new Map<RatePlanId, CalendarPlan[]>();
    let size = 0;
    for (const group of groupsOfPlans(message.runs)) {
      decision.problem = this.setPlan(group, situation, trees, plans);
      if (decision.problem) return decision;
      size += group.reduce((sum, { run }) => sum + run.range.dates.length, 0);
      if (size <= RECORDS_PER_TURN) continue;
      size = 0;
      await nextTurn();
    }
    this.finishPlans(plans, situation, decision);
    return decision;
  }

  /** Sets the rooms left of a room. @returns the notice about dates with too few rooms */
  private setRoomsLeft(
    roomId: RoomId,
    { rooms }: MessageRecords,
    { calendars, newer }: MessageSituation,
  ): Notice | undefined {
    const records = rooms.get(roomId);
    const runs = records?.runs.filter(({ field }) => field === 'roomsLeft') ?? [];
    if (!records || runs.length === 0) return undefined;
    const accepted = openRecords(runs.map((run) => ({ roomId, records, run })));
    const calendar = calendars.get(roomId);
    const result = this.inventory.setRoomsLeft(calendars, calendar, accepted, newer.get(roomId));
    const { late, changed, overbooked } = result;
    const letterOf = (date: CalendarDate) => {
      if (late.has(date)) return LETTERS.late;
      const letter = changed.has(date) ? LETTERS.applied : LETTERS.unchanged;
      return overbooked.has(date) ? letter.toUpperCase() : letter;
    };
    for (const run of runs) records.close(run, letterOf);
    return this.notifications.overbooked(null, new Set(overbooked));
  }

  /** @param group consecutive runs of one plan */
  private setPlan(
    group: RunOfRoom[],
    { calendars, newer }: MessageSituation,
    trees: Map<RatePlanId, CalendarPlan[]>,
    plans: Map<RatePlanId, PlanPrices>,
  ): MessageProblem | undefined {
    const [first] = group;
    const ratePlanId = first?.run.ratePlanId;
    if (!first || !ratePlanId) return undefined;
    let tree = trees.get(ratePlanId);
    if (!tree) trees.set(ratePlanId, (tree = calendars.treeOf(first.roomId, [ratePlanId])));
    const [plan] = tree;
    const { place } = first.run;
    if (!plan) return { code: 'ratePlanMissing', place, message: `There is no rate plan ${ratePlanId}` };
    try {
      const ofRoom = newer.get(first.roomId);
      const runsOf = groupBy(group, ({ run }) => run.field);
      const prices = runsOf.get('price');
      if (prices) this.setPrices(prices, calendars, tree, ofRoom, plans);
      for (const name of RESTRICTIONS) {
        const runs = runsOf.get(name);
        if (runs) this.setRestriction(name, runs, calendars, tree, ofRoom);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof BadRequestException)) throw error;
      return { code: 'invalidValue', place, message: error.message };
    }
  }

  private setPrices(
    runs: readonly RunOfRoom[],
    calendars: RoomCalendars,
    tree: CalendarPlan[],
    newer: NewerMessageWrites | undefined,
    plans: Map<RatePlanId, PlanPrices>,
  ): void {
    const plan = tree[0] as CalendarPlan;
    const result = this.pricing.setPrices(calendars, tree, openRecords(runs), newer);
    const heldDates = new Set(result.held.map(({ date }) => date));
    close(runs, result, heldDates);
    const known: PlanPrices = plans.get(plan.id) ?? { plan, inTime: [], held: [] };
    known.largestChange = largerChange(known.largestChange, result.largestChange);
    for (const record of result.inTime) known.inTime.push(record);
    for (const record of result.held) known.held.push(record);
    plans.set(plan.id, known);
  }

  private setRestriction(
    name: RestrictionName,
    runs: readonly RunOfRoom[],
    calendars: RoomCalendars,
    tree: CalendarPlan[],
    newer: NewerMessageWrites | undefined,
  ): void {
    const ofName = newer?.restrictions.get(name);
    close(runs, this.restrictions.setRestriction(calendars, tree, name, openRecords(runs), ofName));
  }

  private finishPlans(
    plans: ReadonlyMap<RatePlanId, PlanPrices>,
    { calendars, appliedAt, entryIds }: MessageSituation,
    { notices, largestChanges }: MessageDecision,
  ): void {
    for (const { plan, inTime, held, largestChange } of plans.values()) {
      largestChanges.set(plan.roomId, largerChange(largestChanges.get(plan.roomId), largestChange));
      const entryId = entryIds.get(plan.roomId) ?? '';
      const push = { entryId, heldAt: appliedAt, earliest: this.window.current().from };
      this.heldPrices.hold(calendars.get(plan.roomId), plan, inTime, held, push);
      const notice = this.heldPrices.noticeOf(null, held);
      if (notice) notices.set(plan.roomId, notice);
    }
  }
}

/** Returns a record for each open date of some runs. */
function openRecords(runs: readonly RunOfRoom[]): DatedRecord<number>[] {
  const open: DatedRecord<number>[] = [];
  for (const { records, run } of runs) records.eachOpen(run, (date) => open.push({ date, value: run.value }));
  return open;
}

function close(
  runs: readonly RunOfRoom[],
  { late, changed }: RestrictionResult,
  heldDates: ReadonlySet<CalendarDate> = new Set(),
): void {
  const letterOf = (date: CalendarDate) => {
    if (late.has(date)) return LETTERS.late;
    if (heldDates.has(date)) return LETTERS.held;
    return changed.has(date) ? LETTERS.applied : LETTERS.unchanged;
  };
  for (const { records, run } of runs) records.close(run, letterOf);
}

/** Groups consecutive runs of one plan, because their rules are applied together. */
function* groupsOfPlans(runs: readonly RunOfRoom[]): Generator<RunOfRoom[]> {
  let group: RunOfRoom[] = [];
  for (const each of runs) {
    if (each.run.ratePlanId === null) continue;
    if (group.length > 0 && group[0]?.run.ratePlanId !== each.run.ratePlanId) {
      yield group;
      group = [];
    }
    group.push(each);
  }
  if (group.length > 0) yield group;
}
