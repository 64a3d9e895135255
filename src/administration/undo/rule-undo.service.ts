import { ForbiddenException, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { Call } from '../../platform/http/request-context';
import { derivationOf } from '../../pricing/rate-plans/derivation-rules';
import type { DerivationView } from '../../pricing/rate-plans/derivation.dto';
import type { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import { RuleChangeService } from '../../pricing/rate-plans/rule-change.service';
import type { JournalEntry } from '../../push/journal/journal-entry.entity';
import { JournalRepository } from '../../push/journal/journal.repository';
import type { UndoRecordView, UndoView } from './undo.dto';

/** The rule of a plan before and after the change to undo. */
interface PastRule {
  ratePlanId: RatePlanId;
  roomId: RoomId | null;
  from: DerivationView;
  to: DerivationView;
}

/**
 * Undoes a change of the rules of several plans, with all its rooms in one transaction: each plan gets its earlier rule
 * back, unless something else has changed the rule since. Its prices follow.
 */
@Injectable()
export class RuleUndoService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly rules: RuleChangeService,
  ) {}

  /** @throws ForbiddenException without the scope `admin`, which changes of rules need */
  async undo(call: Call, { callId }: JournalEntry, isDryRun: boolean): Promise<UndoView> {
    if (call.token && !call.token.scopes.includes('admin'))
      throw new ForbiddenException('The access token lacks the scope admin, which an undo of rules needs');
    const entries = callId ? await this.entriesOf(callId) : [];
    const past = entries.flatMap(rulesOf);
    const present = new Map<RatePlanId, RatePlan>();
    const result = await this.rules.carryOut(call, {
      ratePlanIds: past.map(({ ratePlanId }) => ratePlanId),
      decide: (plans) => {
        for (const [id, plan] of plans) present.set(id, plan);
        return earlierRules(past, plans);
      },
      isDryRun,
      undoes: (roomId) => entries.filter((entry) => entry.roomId === roomId).map(({ id }) => id),
    });
    const restored = new Set(result.ratePlans.map(({ ratePlanId }) => ratePlanId));
    const records = past.map((rule) =>
      recordOf(rule, present.get(rule.ratePlanId), restored.has(rule.ratePlanId)),
    );
    return {
      undoId: call.id,
      state: 'done',
      dryRun: isDryRun,
      problem: null,
      rooms: entries.length,
      roomsDone: entries.length,
      restored: restored.size,
      changedSince: past.length - restored.size,
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

function rulesOf({ roomId, changes }: JournalEntry): PastRule[] {
  return Object.entries(changes ?? {}).map(([id, { from, to }]) => {
    return { ratePlanId: id as RatePlanId, roomId, from: from as DerivationView, to: to as DerivationView };
  });
}

/** Returns the earlier rules of the plans that still have the rules of the change. */
function earlierRules(
  past: readonly PastRule[],
  plans: ReadonlyMap<RatePlanId, RatePlan>,
): Map<RatePlanId, Derivation> {
  return new Map(
    past.flatMap(({ ratePlanId, from: { from: _, ...rule }, to }): [RatePlanId, Derivation][] => {
      const plan = plans.get(ratePlanId);
      return plan && isDeepStrictEqual(derivationOf(plan), to) ? [[ratePlanId, rule as Derivation]] : [];
    }),
  );
}

function recordOf(
  { ratePlanId, roomId, from }: PastRule,
  plan: RatePlan | undefined,
  isRestored: boolean,
): UndoRecordView {
  const present = plan ? derivationOf(plan) : null;
  return {
    roomId: roomId ?? '',
    ratePlanId,
    field: 'derivation',
    from: present,
    to: isRestored ? from : present,
    verdict: isRestored ? 'restored' : 'changedSince',
  };
}
