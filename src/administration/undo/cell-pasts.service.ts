import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../calendar/group-by';
import { StateRepository } from '../../calendar/history/state.repository';
import { restrictionIn } from '../../calendar/restrictions';
import type { RoomCalendar } from '../../calendar/room-calendar';
import { NO_RECORD, NOT_SET } from '../../calendar/cell';
import type { RoomsLeftState } from '../../inventory/room-availability-past.repository';
import { RoomAvailabilityPastRepository } from '../../inventory/room-availability-past.repository';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { PlanState } from '../../pricing/rate-room-availability-past.repository';
import { RateRoomAvailabilityPastRepository } from '../../pricing/rate-room-availability-past.repository';
import type { CellPast, CellState, PlanField, RoomField } from './cell-past';
import { pastOf } from './cell-past';
import { UndoPastRepository } from './undo-past.repository';
import { PlanLines } from './plan-lines';

/** The entries to undo; see `UndoPastRepository.findUndone`. */
type UndoneEntries = ReadonlyMap<string, RatePlanId | null>;

/** Reads the states of a room's dates and derives the past of each cell. */
@Injectable()
export class CellPastsService {
  constructor(
    private readonly past: UndoPastRepository,
    private readonly states: StateRepository,
    private readonly roomsLeft: RoomAvailabilityPastRepository,
    private readonly plans: RateRoomAvailabilityPastRepository,
  ) {}

  /**
   * Returns the pasts of the prices of plans, or of one of their restrictions, by plan and date.
   * @param plans the moment at which each plan began; earlier states belong to another plan with the same id
   */
  async ofPlans(
    manager: EntityManager,
    undoId: string,
    field: PlanField,
    calendar: RoomCalendar,
    dates: readonly CalendarDate[],
    plans: ReadonlyMap<RatePlanId, number>,
  ): Promise<Map<RatePlanId, Map<CalendarDate, CellPast>>> {
    const { roomId } = calendar;
    const { first } = await this.past.findBounds(manager, undoId, roomId);
    const found = first === null ? [] : await this.listStates(manager, field, roomId, dates, first);
    const planListIds = new Set(found.map(({ planListId }) => planListId));
    const planLists = await this.states.findPlanLists(manager, [...planListIds]);
    const undone = await this.findUndone(manager, undoId, found);
    const lines = await this.findLines(manager, undone, plans);
    const states = found.map((state) => ({ ...state, numbers: valuesOf(state.values, field) }));
    const ofDates = groupBy(states, ({ date }) => date);
    const pasts = new Map<RatePlanId, Map<CalendarDate, CellPast>>();
    for (const [plan, began] of plans) {
      const ofPlan = new Map<CalendarDate, CellPast>();
      pasts.set(plan, ofPlan);
      for (const date of dates) {
        const states = (ofDates.get(date) ?? []).map((state): CellState => {
          const position = planLists.get(state.planListId)?.indexOf(plan) ?? -1;
          // A state from before the plan, or with a list of plans without it, is no change of its value.
          if (position < 0 || state.moment < began)
            return { moment: state.moment, value: null, ...NO_CHANGE };
          const { moment, isInitial, entryId } = state;
          const onlyPlan = entryId === null ? undefined : undone.get(entryId);
          // If only one plan of an entry is undone, the pushes of the entry's other plans are not to be undone.
          const isUndone =
            onlyPlan !== undefined && (onlyPlan === null || lines.wasBelow(plan, onlyPlan, field, moment));
          return { moment, value: state.numbers[position] ?? null, isBaseline: isInitial, isUndone };
        });
        const present = calendar.has(plan) ? presentOf(calendar, plan, date, field) : NO_RECORD;
        ofPlan.set(date, pastOf(present, states, null));
      }
    }
    return pasts;
  }

  private listStates(
    manager: EntityManager,
    field: PlanField,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<PlanState[]> {
    return field === 'price'
      ? this.plans.listPrices(manager, roomId, dates, first)
      : this.plans.listRestrictions(manager, roomId, dates, first);
  }

  /** Returns the pasts of rooms left, or of whether the room was closed, by date. */
  async ofRoom(
    manager: EntityManager,
    undoId: string,
    field: RoomField,
    calendar: RoomCalendar,
    dates: readonly CalendarDate[],
  ): Promise<Map<CalendarDate, CellPast>> {
    const { roomId } = calendar;
    const { first, began } = await this.past.findBounds(manager, undoId, roomId);
    const found = first === null ? [] : await this.roomsLeft.listStates(manager, roomId, dates, first);
    const undone = await this.findUndone(manager, undoId, found);
    const own = found.filter(({ moment }) => moment >= (began ?? -Infinity));
    const ofDates = groupBy(own, ({ date }) => date);
    return new Map(
      dates.map((date) => {
        const states = (ofDates.get(date) ?? []).map((state): CellState => ({
          moment: state.moment,
          value: field === 'roomsLeft' ? state.roomsLeft : state.closed ? 1 : null,
          isBaseline: state.isInitial,
          isUndone: state.entryId !== null && undone.has(state.entryId),
        }));
        if (field === 'roomsLeft') return [date, pastOf(calendar.roomsLeftOn(date), states, 0)];
        const isStored = calendar.roomsLeftOn(date) !== NO_RECORD;
        const present = calendar.isClosed(date) ? 1 : NOT_SET;
        return [date, pastOf(isStored ? present : NO_RECORD, states, null)];
      }),
    );
  }

  private findUndone(
    manager: EntityManager,
    undoId: string,
    states: readonly (PlanState | RoomsLeftState)[],
  ): Promise<UndoneEntries> {
    const entryIds = new Set(states.flatMap(({ entryId, isInitial }) => (isInitial ? [] : (entryId ?? []))));
    return this.past.findUndone(manager, undoId, [...entryIds]);
  }

  /** Reads the lines of plans. They matter only if an entry is to be undone in part. */
  private async findLines(
    manager: EntityManager,
    undone: UndoneEntries,
    plans: ReadonlyMap<RatePlanId, unknown>,
  ): Promise<PlanLines> {
    const isWhole = [...undone.values()].every((onlyPlan) => onlyPlan === null);
    return new PlanLines(isWhole ? [] : await this.past.listLinks(manager, [...plans.keys()]));
  }
}

const NO_CHANGE = { isBaseline: true, isUndone: false };

/** Returns the present value of a cell in the form of a price: NO_RECORD without a record, NOT_SET without a value. */
function presentOf(
  calendar: RoomCalendar,
  ratePlanId: RatePlanId,
  date: CalendarDate,
  field: PlanField,
): number {
  const price = calendar.priceOf(ratePlanId, date);
  if (field === 'price' || price === NO_RECORD) return price;
  return calendar.restrictionOf(ratePlanId, date, field) || NOT_SET;
}

/** Parses the values of a state. Null stands for a price that is not set, a missing record, and no restriction. */
function valuesOf(values: string, field: PlanField): (number | null)[] {
  return values
    .slice(1, -1)
    .split(',')
    .map((text) => {
      if (text === 'NULL' || text === '-1') return null;
      return field === 'price' ? Number(text) : restrictionIn(Number(text), field) || null;
    });
}
