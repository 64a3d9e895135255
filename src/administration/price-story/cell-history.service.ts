import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { normalizeMoment } from '../../platform/dates/microseconds';
import { ProblemException } from '../../platform/http/problem';
import type { CellPlace } from '../../pricing/cell-place';
import type { CellChange, CellValue } from '../../pricing/rate-room-availability-past.repository';
import { RateRoomAvailabilityPastRepository } from '../../pricing/rate-room-availability-past.repository';
import { PriceHistoryRepository } from './price-history.repository';
import type { PriceStoryQueryDto } from './price-story.dto';

/** A page of the changes of a cell, newest first. */
interface CellHistory {
  knownSince: string;
  changes: CellChange[];
  nextCursor: string | null;
}

/** Reads the history of the price or of the restrictions of a plan on a date. */
@Injectable()
export class CellHistoryService {
  constructor(
    private readonly history: PriceHistoryRepository,
    private readonly past: RateRoomAvailabilityPastRepository,
  ) {}

  /** @throws ProblemException 404 if the room has no known past yet */
  async read(
    manager: EntityManager,
    value: CellValue,
    { roomId, ratePlanId, date }: CellPlace,
    { limit, cursor }: PriceStoryQueryDto,
  ): Promise<CellHistory> {
    const past = await this.history.findPast(manager, roomId, ratePlanId);
    if (!past) throw new ProblemException(404, `The past of room ${roomId} is not known yet`);
    const query = { roomId, ratePlanId, date, before: cursor === undefined ? null : normalizeMoment(cursor) };
    const found = await this.past.listChanges(manager, value, query, past, limit + 1);
    const changes = found.slice(0, limit);
    const next =
      found.length > limit ? changes.at(-1)?.at : await this.past.findEndOfScan(manager, value, query, past);
    return { knownSince: past.knownSince, changes, nextCursor: next ?? null };
  }
}
