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

/** What a recalculation has done. */
interface Recalculation {
  moment: Moment;
  changes: RoomChange[];
}

/** Recalculates stored prices after a change of a derivation, in a transaction that has locked all their rooms. */
@Injectable()
export class PriceRecalculator {
  constructor(
    private readonly store: CalendarStore,
    private readonly derivedPrices: DerivedPriceService,
  ) {}

  /**
   * Recalculates a plan, whose derivation is new, and every plan below it, on each of the dates on which its parent has a
   * record. Missing records are created, and a parent's price that is not set makes theirs not set.
   * @throws ProblemException 409 where a derived price would be above what can be stored
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
        // Hundreds of plans take as many milliseconds, in which nobody else would be served.
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
