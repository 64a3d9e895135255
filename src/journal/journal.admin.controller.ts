import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { Scopes } from '../auth/scopes.decorator';
import { AdministrationApi, ApiProblem } from '../openapi/api-docs';
import { pageOf } from '../http/page';
import { notFound } from '../http/problem';
import { readVerdict } from './verdicts';
import { keyAt } from './request-id';
import { ListJournalDto, JournalPage, JournalEntryView } from './journal.dto';
import type { StoredEntry } from './journal-administration.repository';
import { JournalAdministrationRepository } from './journal-administration.repository';

/** The journal, for the people in the house. */
@Controller('admin/journal')
@Scopes('admin')
@AdministrationApi('Journal')
export class JournalAdminController {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly updates: JournalAdministrationRepository,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List what was pushed and changed, newest first' })
  @ApiResponse({ status: 200, type: JournalPage })
  async list(@Query() { limit, from, to, ...query }: ListJournalDto): Promise<JournalPage> {
    const { roomId = null, ratePlanId = null, operation = null, outcome = null, cursor = null } = query;
    const [fromKey, toKey] = [from, to].map((moment) => (moment ? keyAt(new Date(moment)) : null));
    const filter = {
      roomId,
      ratePlanId,
      operation,
      outcome,
      cursor,
      fromKey: fromKey ?? null,
      toKey: toKey ?? null,
    };
    const found = await this.updates.list(this.manager, filter, limit + 1);
    const { items, nextCursor } = pageOf(found, limit);
    return { items: items.map(toView), nextCursor };
  }

  @Get(':requestId')
  @ApiOperation({ summary: 'Read one push or change: who, when, outcome, and every record with its verdict' })
  @ApiParam({ name: 'requestId', schema: { type: 'string', format: 'uuid' } })
  @ApiResponse({ status: 200, type: JournalEntryView })
  @ApiProblem(404, 'There is no such entry')
  async read(@Param('requestId', ParseUUIDPipe) requestId: string): Promise<JournalEntryView> {
    const update = await this.updates.find(this.manager, requestId);
    if (!update) throw notFound('update', requestId);
    return toView(update);
  }
}

function toView({ id, dates, numbers, verdicts, body, ...update }: StoredEntry): JournalEntryView {
  const letters = verdicts ? Array.from(verdicts) : [];
  return {
    requestId: id,
    ...update,
    receivedAt: update.receivedAt.toISOString(),
    records: letters.map((letter, index) => ({
      date: dates?.[index] ?? '',
      value: numbers?.[index] ?? '',
      ...readVerdict(letter),
    })),
    body: body?.toString('utf8') ?? null,
  };
}
