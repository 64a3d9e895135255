import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { pageOf } from '../../platform/http/page';
import { notFound } from '../../platform/http/problem';
import type { JournalEntry } from './journal-entry.entity';
import type {
  JournalEntrySummary,
  JournalEntryView,
  JournalPage,
  ListJournalDto,
  Receipt,
} from './journal.dto';
import { JournalSearchRepository } from './journal-search.repository';
import type { AppliedUndo, JournalFilter, ListedEntry, Span } from './journal.repository';
import { JournalRepository } from './journal.repository';
import { dialectOf, isPush } from '../operations';
import { MAX_RECORDS, recordsOf, spanOf } from './journal-records';
import { keyAt } from './request-id';

/** The data that an answer adds to stored entries. */
interface EntryContext {
  undos: AppliedUndo[];
  spans: Map<string, Span>;
}

/** Lists and reads the journal for administrators, and reads single entries for the sender of the push. */
@Injectable()
export class JournalAdministrationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly search: JournalSearchRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list({ limit, cursor, from, to, propertyName, ...filter }: ListJournalDto): Promise<JournalPage> {
    const { roomId, ratePlanId, operation, outcome, token, tokenId } = filter;
    const equal = {
      ...(roomId && { roomId: roomId as RoomId }),
      ...(ratePlanId && { ratePlanId: ratePlanId as RatePlanId }),
      ...(operation && { operation }),
      ...(outcome && { outcome }),
      ...(token && { token }),
      ...(tokenId && { tokenId }),
    };
    const [fromKey, toKey] = [from, to].map((moment) => moment && keyAt(new Date(moment)));
    const largeChange = filter.largeChange && this.config.LARGE_CHANGE_PERCENT / 100;
    const bounds = { equal, largeChange, fromKey, toKey, cursor };
    return this.transactions.read(async (manager) => {
      const ids = await this.findIds(manager, propertyName, bounds, limit + 1);
      const found = await this.journal.list(manager, { ...bounds, ids }, limit + 1);
      const context = await this.contextOf(
        manager,
        found.map(({ id }) => id),
      );
      return pageOf(found, limit, (entries) => entries.map((entry) => toSummary(entry, context)));
    });
  }

  /**
   * Returns the entries of a page if a name stands for several rooms or tokens; undefined if an index finds
   * them directly.
   */
  private async findIds(
    manager: EntityManager,
    propertyName: string | undefined,
    filter: JournalFilter,
    limit: number,
  ): Promise<string[] | undefined> {
    if (propertyName) return this.search.findOfProperty(manager, propertyName, filter, limit);
    const { roomId, ratePlanId, token, tokenId } = filter.equal;
    if (!token || roomId || ratePlanId || tokenId) return undefined;
    return this.search.findOfTokenName(manager, token, filter, limit);
  }

  /** @throws ProblemException 404 */
  async read(requestId: string): Promise<JournalEntryView> {
    const view = await this.transactions.read((manager) => this.view(manager, requestId));
    if (!view) throw notFound('journal entry', requestId);
    return view;
  }

  /** @throws ProblemException 404 if no push has this id, or if it came with another token */
  async readReceipt(requestId: string, tokenId: string | undefined): Promise<Receipt> {
    return this.transactions.read(async (manager) => {
      const view = await this.view(manager, requestId);
      const isOwn = view && tokenId !== undefined && view.tokenId === tokenId && isPush(view.operation);
      if (!isOwn) throw notFound('receipt', requestId);
      const entries = await this.entriesOf(manager, view);
      return Object.assign(withoutNames(view), { entries: entries.map(withoutNames) });
    });
  }

  /** Returns the entries of a message. It limits the number of their records, so that the answer stays small. */
  private async entriesOf(manager: EntityManager, { callId }: JournalEntryView): Promise<JournalEntryView[]> {
    if (callId === null) return [];
    const ids = await this.journal.findIdsOfCall(manager, callId);
    const entries: JournalEntryView[] = [];
    let left = MAX_RECORDS;
    for (const id of ids) {
      const view = await this.view(manager, id, left);
      if (view) entries.push(view);
      left -= view?.records.length ?? 0;
    }
    return entries;
  }

  private async view(
    manager: EntityManager,
    requestId: string,
    maxRecords = MAX_RECORDS,
  ): Promise<JournalEntryView | undefined> {
    const entry = await this.journal.find(manager, requestId);
    const at = await this.journal.findMoment(manager, requestId);
    if (!entry || at === undefined) return undefined;
    return toView(entry, at, await this.contextOf(manager, [requestId]), maxRecords);
  }

  private async contextOf(manager: EntityManager, requestIds: string[]): Promise<EntryContext> {
    const undos = await this.journal.findUndosOf(manager, requestIds);
    const spans = await this.journal.findSpans(manager, requestIds);
    return { undos, spans: new Map(spans.map(({ id, ...span }) => [id, span])) };
  }
}

/** Omits who has undone an entry, because the senders of pushes need not know the people of the platform. */
function withoutNames(view: JournalEntryView): JournalEntryView {
  const undoneBy = view.undoneBy.map(({ requestId, at }) => ({ requestId, at, token: null }));
  return Object.assign(view, { undoneBy });
}

function toSummary(
  { id, receivedAt, largestChange, ...entry }: ListedEntry,
  { undos, spans }: EntryContext,
): JournalEntrySummary {
  const undoneBy = undos.flatMap(({ undoes, ...undo }) => (undoes.includes(id) ? undo : []));
  return {
    requestId: id,
    ...entry,
    receivedAt: receivedAt.toISOString(),
    dialect: dialectOf(entry.operation),
    undoneBy,
    span: spanOf(entry.operation, spans.get(id)),
    largestChange: largestChange && { from: largestChange[0], to: largestChange[1] },
  };
}

function toView(
  entry: JournalEntry,
  appliedAt: string,
  context: EntryContext,
  maxRecords: number,
): JournalEntryView {
  const { appliedAt: _, notice: __, dates, numbers, ratePlanIds, fields, verdicts, body, ...summary } = entry;
  const length = verdicts?.length ?? 0;
  const shown = verdicts?.slice(0, maxRecords) ?? null;
  return Object.assign(toSummary(summary, context), {
    appliedAt,
    records: recordsOf({ operation: entry.operation, dates, numbers, ratePlanIds, fields, verdicts: shown }),
    moreRecords: Math.max(0, length - maxRecords),
    body: body?.toString('utf8') ?? null,
  });
}
