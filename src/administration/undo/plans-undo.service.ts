import { ForbiddenException, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { Call } from '../../platform/http/request-context';
import type { NewPlanFields } from '../../pricing/rate-plans/new-plan-fields';
import type { PlanSettings } from '../../pricing/rate-plans/plans-change.dto';
import { PlansChangeService, settingsOf } from '../../pricing/rate-plans/plans-change.service';
import type { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import type { JournalEntry } from '../../push/journal/journal-entry.entity';
import { JournalRepository } from '../../push/journal/journal.repository';
import type { UndoRecordView, UndoView } from './undo.dto';

/** A field of a plan before and after the change to undo. */
type PastField = { ratePlanId: RatePlanId; roomId: RoomId | null } & (
  | { name: 'derivation'; from: PlanSettings['derivation']; to: PlanSettings['derivation'] }
  | { name: 'guard'; from: PlanSettings['guard']; to: PlanSettings['guard'] }
);

/**
 * Undoes a change of several plans, with all its rooms in one transaction: each plan gets its earlier rule and guard back,
 * unless something else has changed them since. Its prices follow.
 */
@Injectable()
export class PlansUndoService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly plans: PlansChangeService,
  ) {}

  /** @throws ForbiddenException without the scope `admin`, which changes of plans need */
  async undo(call: Call, { callId }: JournalEntry, isDryRun: boolean): Promise<UndoView> {
    if (call.token && !call.token.scopes.includes('admin'))
      throw new ForbiddenException('The access token lacks the scope admin, which an undo of plans needs');
    const entries = callId ? await this.entriesOf(callId) : [];
    const past = entries.flatMap(fieldsOf);
    let present: ReadonlyMap<RatePlanId, RatePlan> = new Map();
    const result = await this.plans.carryOut(call, {
      ratePlanIds: [...new Set(past.map(({ ratePlanId }) => ratePlanId))],
      decide: (plans) => {
        present = plans;
        return earlierFields(past, plans);
      },
      changesRules: past.some(({ name }) => name === 'derivation'),
      isDryRun,
      undoes: (roomId) => entries.filter((entry) => entry.roomId === roomId).map(({ id }) => id),
    });
    const records = past.map((field) => recordOf(field, present.get(field.ratePlanId)));
    const restored = records.filter(({ verdict }) => verdict === 'restored').length;
    return {
      undoId: call.id,
      state: 'done',
      dryRun: isDryRun,
      problem: null,
      rooms: entries.length,
      roomsDone: entries.length,
      restored,
      changedSince: records.length - restored,
      unknown: 0,
      unchanged: 0,
      derived: result.prices + result.derived,
      requestIds: result.requestIds,
      records,
    };
  }

  private entriesOf(callId: string): Promise<JournalEntry[]> {
    return this.transactions.read((manager) => this.journal.findAllOfCall(manager, callId));
  }
}

function fieldsOf({ roomId, changes }: JournalEntry): PastField[] {
  return Object.entries(changes ?? {}).flatMap(([id, { from, to }]) => {
    const [before, after] = [from as PlanSettings, to as PlanSettings];
    const names = Object.keys(after) as (keyof PlanSettings)[];
    return names.map((name) => {
      const [ratePlanId, earlier, later] = [id as RatePlanId, before[name], after[name]];
      return { ratePlanId, roomId, name, from: earlier, to: later } as PastField;
    });
  });
}

/** Returns the earlier values of the fields that still have the values of the change. */
function earlierFields(
  past: readonly PastField[],
  plans: ReadonlyMap<RatePlanId, RatePlan>,
): Map<RatePlanId, NewPlanFields> {
  const fields = new Map<RatePlanId, NewPlanFields>();
  for (const field of past) {
    const { ratePlanId, name, from } = field;
    if (!isAsLeft(field, plans.get(ratePlanId))) continue;
    const earlier = name === 'guard' ? { guard: from } : ruleIn(from);
    fields.set(ratePlanId, { ...fields.get(ratePlanId), ...earlier });
  }
  return fields;
}

/** A change of several plans keeps the parent, so a plan with a rule had one before. */
function ruleIn(derivation: PlanSettings['derivation']): NewPlanFields {
  if (!derivation) return {};
  const { from: _, ...rule } = derivation;
  return { derivation: rule as Derivation };
}

function isAsLeft({ name, to }: PastField, plan: RatePlan | undefined): boolean {
  return plan !== undefined && isDeepStrictEqual(settingsOf(plan)[name], to);
}

function recordOf(field: PastField, plan: RatePlan | undefined): UndoRecordView {
  const { ratePlanId, roomId, name, from } = field;
  const present = plan ? settingsOf(plan)[name] : null;
  const isRestored = isAsLeft(field, plan);
  return {
    roomId: roomId ?? '',
    ratePlanId,
    field: name,
    from: present,
    to: isRestored ? from : present,
    verdict: isRestored ? 'restored' : 'changedSince',
  };
}
