import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DateRange } from '../dates/date-range';
import type { RatePlanId, RoomId } from '../database/id';
import { notFound } from '../http/problem';
import { parseMoney } from '../pricing/derivation/money';
import type { RatePlanView } from '../pricing/rate-plans/rate-plan.dto';
import type { RatePlan } from '../pricing/rate-plans/rate-plan.entity';
import { RatePlanRepository } from '../pricing/rate-plans/rate-plan.repository';
import type { EntryRow, PushRow, RuleRow } from './history.repository';
import { HistoryRepository } from './history.repository';
import type { EntryReference, JournalEvent, PlanRule } from './journal-event';
import type { ReplayedPlan } from './replay';

/** What a replay needs: the plans as they were when the journal begins, and what happened since, in order. */
export interface History {
  plans: ReplayedPlan[];
  roomIds: RoomId[];
  events: JournalEvent[];
}

/** Loads what the journal tells about linked plans. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly history: HistoryRepository,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  /** The history of plans, of all that they have ever derived from, and of rooms, for a range of dates. */
  async load(
    manager: EntityManager,
    ratePlanIds: RatePlanId[],
    ofRooms: RoomId[],
    range: DateRange,
  ): Promise<History> {
    const known = new Map<RatePlanId, RatePlan | undefined>();
    let changes: RuleRow[] = [];
    for (let wanted = ratePlanIds; wanted.length > 0;) {
      for (const id of wanted) known.set(id, undefined);
      for (const plan of await this.ratePlans.findAll(manager, wanted)) known.set(plan.id, plan);
      changes = await this.history.loadRuleChanges(manager, [...known.keys()]);
      wanted = [...parentsOf([...known.values()], changes)].filter((id) => !known.has(id));
    }
    const plans = [...known].flatMap(([id, plan]) => firstState(id, plan, changes));
    const roomIds = [...new Set([...ofRooms, ...plans.map(({ roomId }) => roomId)])];
    const pushes = await this.history.loadPushes(manager, [...known.keys()], roomIds, range);
    const ruleChanges = changes.filter(
      (row) => row.operation !== 'changeRatePlan' || 'derivation' in row.changes,
    );
    const events = [...ruleChanges.map(toRuleEvent), ...pushes.map(toPushEvent)];
    return { plans, roomIds, events: events.sort(byTime) };
  }

  /** @throws ProblemException 404 where there is no such room */
  async plansEverOf(manager: EntityManager, roomId: RoomId): Promise<RatePlanId[]> {
    if (!(await this.history.roomExists(manager, roomId))) throw notFound('room', roomId);
    return this.history.findPlansEver(manager, roomId);
  }
}

function byTime(one: JournalEvent, other: JournalEvent): number {
  return one.sequence < other.sequence ? -1 : 1;
}

function parentsOf(plans: (RatePlan | undefined)[], changes: RuleRow[]): Set<RatePlanId> {
  const now = plans.map((plan) => plan?.derivedFromId);
  const then = changes.flatMap((row) => [ruleOf(row, 'from')?.parentId, ruleOf(row, 'to')?.parentId]);
  return new Set([...now, ...then].filter((id) => id !== null && id !== undefined));
}

/** As the journal begins: what its first entry of the plan replaced, or what is there where it has none. */
function firstState(id: RatePlanId, plan: RatePlan | undefined, changes: RuleRow[]): ReplayedPlan[] {
  const own = changes.filter(({ ratePlanId }) => ratePlanId === id);
  const roomId = plan?.roomId ?? own[0]?.roomId;
  if (!roomId) return [];
  if (own[0]?.operation === 'createRatePlan') return [{ id, roomId, rule: null }];
  const first = own.find((row) => 'derivation' in row.changes);
  if (first) return [{ id, roomId, rule: ruleOf(first, 'from') }];
  const rule =
    plan?.derivedFromId && plan.derivation
      ? { parentId: plan.derivedFromId, derivation: plan.derivation }
      : null;
  return [{ id, roomId, rule }];
}

function ruleOf(row: RuleRow, side: 'from' | 'to'): PlanRule | null {
  const view = row.changes['derivation']?.[side] as RatePlanView['derivation'] | undefined;
  if (!view) return null;
  const { from, ...derivation } = view;
  return { parentId: from as RatePlanId, derivation: derivation as PlanRule['derivation'] };
}

function toRuleEvent(row: RuleRow): JournalEvent {
  const { ratePlanId, operation, dates } = row;
  return {
    kind: 'rule',
    ...referenceOf(row),
    ratePlanId,
    rule: ruleOf(row, 'to'),
    recalculated: dates && { from: dates[0], to: dates[1] },
    emptied: operation !== 'changeRatePlan',
  };
}

function toPushEvent(row: PushRow): JournalEvent {
  const { ratePlanId, roomId, operation, records } = row;
  if (operation === 'updateCalendarPrices') {
    const prices = (records ?? []).map(
      ([date, number]) => [date, parseMoney(number)] as [typeof date, bigint],
    );
    return { kind: 'prices', ...referenceOf(row), ratePlanId, records: prices };
  }
  const totals = (records ?? []).map(([date, number]) => [date, Number(number)] as [typeof date, number]);
  return { kind: 'inventory', ...referenceOf(row), roomId, records: totals };
}

function referenceOf({ requestId, at, token, sequence }: EntryRow): EntryReference {
  return { requestId, at, token, sequence: BigInt(sequence) };
}
