import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { pageOf } from '../../platform/http/page';
import { notFound } from '../../platform/http/problem';
import type { JournalEntry } from './journal-entry.entity';
import type { JournalEntrySummary, JournalEntryView, JournalPage, ListJournalDto } from './journal.dto';
import { JournalSearchRepository } from './journal-search.repository';
import type { JournalFilter, ListedEntry } from './journal.repository';
import { JournalRepository } from './journal.repository';
import { isPush } from '../operations';
import { keyAt } from './request-id';
import { readVerdict } from './verdicts';

/** Lists and reads the journal for administrators, and reads single entries for the sender of the push. */
@Injectable()
export class JournalAdministrationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly search: JournalSearchRepository,
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
    const bounds = { equal, fromKey, toKey, cursor };
    const found = await this.transactions.read(async (manager) => {
      const ids = await this.findIds(manager, propertyName, bounds, limit + 1);
      return this.journal.list(manager, { ...bounds, ids }, limit + 1);
    });
    return pageOf(found, limit, (entries) => entries.map(toSummary));
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
    const entry = await this.transactions.read((manager) => this.journal.find(manager, requestId));
    if (!entry) throw notFound('journal entry', requestId);
    return toView(entry);
  }

  /** @throws ProblemException 404, also if the push came with another token */
  async readReceipt(requestId: string, tokenId: string | undefined): Promise<JournalEntryView> {
    const entry = await this.transactions.read((manager) => this.journal.find(manager, requestId));
    const isOwn = entry && tokenId !== undefined && entry.tokenId === tokenId && isPush(entry.operation);
    if (!isOwn) throw notFound('receipt', requestId);
    return toView(entry);
  }
}

function toSummary({ id, receivedAt, ...entry }: ListedEntry): JournalEntrySummary {
  return { requestId: id, ...entry, receivedAt: receivedAt.toISOString() };
}

function toView(entry: JournalEntry): JournalEntryView {
  const { appliedAt: _, notice: __, dates, numbers, ratePlanIds, verdicts, body, ...summary } = entry;
  const letters = verdicts ? Array.from(verdicts) : [];
  return Object.assign(toSummary(summary), {
    records: letters.map((letter, index) => ({
      date: dates?.[index] ?? '',
      value: numbers?.[index] ?? null,
      ...(ratePlanIds && { ratePlanId: ratePlanIds[index] ?? null }),
      ...readVerdict(letter),
    })),
    body: body?.toString('utf8') ?? null,
  });
}
