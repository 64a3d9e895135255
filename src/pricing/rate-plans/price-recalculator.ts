import { BadRequestException, Injectable } from '@nestjs/common';
import { setImmediate as otherCalls } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import { DerivedPriceService } from '../../calendar/derivation/derived-price.service';
import type { Moment } from '../../calendar/history/moment';
import { momentText } from '../../calendar/moment';
import type { RoomChange } from '../../calendar/room-calendar';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { conflict } from '../../platform/http/problem';
import type { RatePlan } from './rate-plan.entity';

/** The result of a recalculation. */
interface Recalculation {
  moment: Moment;
  changes: RoomChange[];
}

/**
 * Recalculates stored prices after a change of a derivation. The caller's transaction has locked all their
 * rooms.
 */
@Injectable()
export class PriceRecalculator {
  constructor(
    private readonly store: CalendarStore,
    private readonly derivedPrices: DerivedPriceService,
  ) {}

  /**
   * Recalculates a plan with a new derivation and every plan below it, on each date on which its parent has a
   * record.
   * It creates missing records. If a parent's price is not set, the derived price becomes "not set".
   * @throws ProblemException 409 if a derived price is too large to store
   */
  async recalculate(
    manager: EntityManager,
    { id, roomId }: Pick<RatePlan, 'id' | 'roomId'>,
    dates: CalendarDate[],
    entryId: string,
  ): Promise<Recalculation> {
    const request = { roomId, roots: [id], dates };
    const loaded = await this.store.load(manager, [request]);
    await this.store.loadParents(manager, loaded, request);
    try {
      for (const plan of loaded.calendars.treeOf(roomId, [id])) {
        // Hundreds of plans take as many milliseconds. The pause lets other calls run in between.
        await otherCalls();
        this.derivedPrices.recalculatePlan(loaded.calendars, plan, dates);
      }
    } catch (error) {
      throw error instanceof BadRequestException ? conflict(error.message) : error;
    }
    const moment = loaded.takeMoment();
    const changes = loaded.record(entryId, moment);
    await this.store.save(manager, loaded);
    return { moment: { at: momentText(moment), entryId }, changes };
  }
}
