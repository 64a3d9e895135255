import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../calendar/group-by';
import type { RoomCalendar } from '../../calendar/room-calendar';
import { NO_RECORD } from '../../calendar/room-calendar';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CellPast, CellState } from './cell-past';
import { pastOf } from './cell-past';
import type { PriceState, RoomsLeftState } from './past-states.repository';
import { PastStatesRepository } from './past-states.repository';

/** Reads the states of a room's dates and derives the past of each cell. */
@Injectable()
export class CellPastsService {
  constructor(private readonly states: PastStatesRepository) {}

  /**
   * Returns the pasts of prices, by plan and date.
   * @param plans the moment at which each plan began; earlier states belong to another plan with the same id
   */
  async ofPrices(
    manager: EntityManager,
    undoId: string,
    calendar: RoomCalendar,
    dates: readonly CalendarDate[],
    plans: ReadonlyMap<RatePlanId, number>,
  ): Promise<Map<RatePlanId, Map<CalendarDate, CellPast>>> {
    const { roomId } = calendar;
    const { first } = await this.states.findBounds(manager, undoId, roomId);
    const found = first === null ? [] : await this.states.listPrices(manager, roomId, dates, first);
    const layouts = await this.states.findLayouts(manager, roomId);
    const undone = await this.findUndone(manager, undoId, found);
    const states = found.map((state) => ({ ...state, values: valuesOf(state.prices) }));
    const ofDates = groupBy(states, ({ date }) => date);
    const pasts = new Map<RatePlanId, Map<CalendarDate, CellPast>>();
    for (const [plan, began] of plans) {
      const ofPlan = new Map<CalendarDate, CellPast>();
      pasts.set(plan, ofPlan);
      for (const date of dates) {
        const states = (ofDates.get(date) ?? []).map((state): CellState => {
          const position = layouts.get(state.layoutId)?.indexOf(plan) ?? -1;
          // States from before the plan, or from another layout of the room, are no changes of its price.
          if (position < 0 || state.moment < began)
            return { moment: state.moment, value: null, ...NO_CHANGE };
          return { moment: state.moment, value: state.values[position] ?? null, ...madeBy(state, undone) };
        });
        const present = calendar.has(plan) ? calendar.priceOf(plan, date) : NO_RECORD;
        ofPlan.set(date, pastOf(present, states, null));
      }
    }
    return pasts;
  }

  /** Returns the pasts of rooms left, by date. */
  async ofRoomsLeft(
    manager: EntityManager,
    undoId: string,
    calendar: RoomCalendar,
    dates: readonly CalendarDate[],
  ): Promise<Map<CalendarDate, CellPast>> {
    const { roomId } = calendar;
    const { first, began } = await this.states.findBounds(manager, undoId, roomId);
    const found = first === null ? [] : await this.states.listRoomsLeft(manager, roomId, dates, first);
    const undone = await this.findUndone(manager, undoId, found);
    const own = found.filter(({ moment }) => moment >= (began ?? -Infinity));
    const ofDates = groupBy(own, ({ date }) => date);
    return new Map(
      dates.map((date) => {
        const states = (ofDates.get(date) ?? []).map((state): CellState => ({
          moment: state.moment,
          value: state.total,
          ...madeBy(state, undone),
        }));
        return [date, pastOf(calendar.roomsLeftOn(date), states, 0)];
      }),
    );
  }

  private findUndone(
    manager: EntityManager,
    undoId: string,
    states: readonly (PriceState | RoomsLeftState)[],
  ): Promise<Set<string>> {
    const entryIds = new Set(states.flatMap(({ entryId, isGround }) => (isGround ? [] : (entryId ?? []))));
    return this.states.findUndone(manager, undoId, [...entryIds]);
  }
}

const NO_CHANGE = { isGround: true, isUndone: false };

function madeBy({ entryId, isGround }: PriceState | RoomsLeftState, undone: ReadonlySet<string>) {
  return { isGround, isUndone: entryId !== null && undone.has(entryId) };
}

/** Parses the prices of a state; a price that is not set or has no record becomes null. */
function valuesOf(prices: string): (number | null)[] {
  return prices
    .slice(1, -1)
    .split(',')
    .map((text) => (text === 'NULL' || text === '-1' ? null : Number(text)));
}
