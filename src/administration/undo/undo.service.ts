import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { conflict, invalid, notFound } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import type { JournalEntry } from '../../push/journal/journal-entry.entity';
import { JournalRepository } from '../../push/journal/journal.repository';
import { keyAt } from '../../push/journal/request-id';
import { UNDOABLE_OPERATIONS, UNDOABLE_PUSHES } from '../../push/operations';
import type { UndoneDto, UndoView } from './undo.dto';
import type { UndoRequest } from './undo.repository';
import { UndoRepository } from './undo.repository';
import { PlansUndoService } from './plans-undo.service';
import type { UndoTiming } from './undo.timing';
import { UNDO_TIMING } from './undo.timing';
import { UndoWorker } from './undo.worker';

/** Undoes pushes, releases, recalculations, changes of several rate plans, and undos, on the request of administrators. */
@Injectable()
export class UndoService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly undos: UndoRepository,
    private readonly worker: UndoWorker,
    private readonly plans: PlansUndoService,
    @Inject(UNDO_TIMING) private readonly timing: UndoTiming,
  ) {}

  /** @throws ProblemException 404, or 409 if the entry cannot be undone */
  async undoEntry(call: Call, requestId: string, isDryRun: boolean): Promise<UndoView> {
    const entry = await this.transactions.read((manager) => this.journal.find(manager, requestId));
    if (!entry) throw notFound('journal entry', requestId);
    if (!UNDOABLE_OPERATIONS.includes(entry.operation) || entry.outcome !== 'applied') {
      throw conflict(
        `Journal entry ${requestId} is ${entry.operation}, ${entry.outcome}: only pushes, releases of held prices, ` +
          `recalculations, changes of several rate plans, and undos that were applied can be undone`,
      );
    }
    if (entry.operation === 'changeRatePlans') return this.plans.undo(call, entry, isDryRun);
    const { callId } = entry;
    const [firstEntryId, lastEntryId] = await this.rangeOf(entry);
    const operations = UNDOABLE_OPERATIONS;
    return this.run({ ...requestOf(call, isDryRun), operations, callId, firstEntryId, lastEntryId });
  }

  /**
   * Returns the first and the last of the entries that are undone together: all entries of a message, or the entry
   * alone.
   */
  private async rangeOf({ id, callId }: JournalEntry): Promise<[string, string]> {
    if (callId === null) return [id, id];
    const ids = await this.transactions.read((manager) => this.journal.findIdsOfCall(manager, callId));
    const [first = id, ...others] = ids.sort();
    return [first, others.at(-1) ?? first];
  }

  /** @throws ProblemException 400 if the range ends before it begins, or if there is no such dry run */
  async undoPushes(
    call: Call,
    { token, tokenId, roomId, ratePlanId, from, to, dryRun, preview }: UndoneDto,
  ): Promise<UndoView> {
    const [firstEntryId, lastEntryId] = [keyAt(new Date(from)), to ? keyAt(new Date(to)) : call.id];
    if (to && lastEntryId <= firstEntryId)
      throw invalid([{ pointer: '/to', message: `must be after ${from}` }]);
    const seen = preview === undefined ? undefined : await this.findDryRun(preview);
    return this.run({
      ...requestOf(call, dryRun),
      operations: UNDOABLE_PUSHES,
      firstEntryId,
      // An instance whose clock is ahead gives its pushes later ids than those of the dry run.
      lastEntryId: seen && seen.lastEntryId < lastEntryId ? seen.lastEntryId : lastEntryId,
      previewId: seen?.id ?? null,
      token: token ?? null,
      tokenId: tokenId ?? null,
      roomId: (roomId ?? null) as RoomId | null,
      ratePlanId: (ratePlanId ?? null) as RatePlanId | null,
    });
  }

  private async findDryRun(id: string): Promise<UndoRequest> {
    const found = await this.transactions.read((manager) => this.undos.findRequest(manager, id));
    if (found?.isDryRun) return found;
    throw invalid([
      { pointer: '/preview', message: 'must be the `undoId` of a dry run of the last 30 days' },
    ]);
  }

  /** @throws ProblemException 404 */
  async read(id: string): Promise<UndoView> {
    return this.transactions.read(async (manager) => {
      const progress = await this.undos.findProgress(manager, id);
      if (!progress) throw notFound('undo', id);
      const { id: undoId, isDryRun, isFinished, problem, ...counts } = progress;
      const state = !isFinished ? 'running' : problem === null ? 'done' : 'failed';
      const records = await this.undos.findRecords(manager, id);
      return { undoId, state, dryRun: isDryRun, problem, ...counts, records };
    });
  }

  /** Answers when the undo is done, or after some time with its progress. The undo continues in any case. */
  private async run(request: UndoRequest): Promise<UndoView> {
    await this.transactions.run(async (manager) => {
      await this.undos.insert(manager, request);
      await this.undos.setSince(manager, request.id);
    });
    const running = this.worker.undo(request.id);
    const timeUp = new AbortController();
    try {
      await Promise.race([running, delay(this.timing.answerWithinMs, undefined, { signal: timeUp.signal })]);
    } finally {
      timeUp.abort();
      // Nobody awaits the undo any more. Its progress reports the error.
      running.catch(() => undefined);
    }
    return this.read(request.id);
  }
}

function requestOf({ id, token }: Call, isDryRun: boolean) {
  return {
    id,
    requestedById: token?.id ?? null,
    requestedBy: token?.name ?? null,
    isDryRun,
    token: null,
    tokenId: null,
    roomId: null,
    ratePlanId: null,
    callId: null,
    previewId: null,
  };
}
