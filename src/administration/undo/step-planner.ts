import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoadOptions } from '../../calendar/calendar-loader';
import type { CalendarPlan } from '../../calendar/calendar-plan';
import { CalendarStore } from '../../calendar/calendar-store';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { RoomCalendars } from '../../calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CellPast } from './cell-past';
import type { PlanField, RoomField } from './cell-pasts.service';
import { CellPastsService } from './cell-pasts.service';
import { restoreFields } from './field-restoration';
import type { PlanPast, PushedCell, PushedDate } from './pushed-cells.repository';
import { PushedCellsRepository } from './pushed-cells.repository';
import type { Restoration } from './restoration';
import { restorePlans, restoreRoom } from './restoration';
import type { UndoRoom } from './undo.repository';

/** The maximum for a push, which also limits the size of an undo's journal entry. */
const MAX_CELLS = 5_000;
/** The number of states that one step reads, unless a single date has more. */
const MAX_STATES = 100_000;

/** The planned changes of a room, or of some of its dates. */
export interface PlannedStep {
  cells: Restoration[];
  fields: ReturnType<typeof restoreFields>;
  /** Null if these are the last dates. */
  nextDate: CalendarDate | null;
}

/** Plans the changes of a step, without making them. */
@Injectable()
export class StepPlanner {
  constructor(
    private readonly pushed: PushedCellsRepository,
    private readonly pasts: CellPastsService,
    private readonly store: CalendarStore,
  ) {}

  /** @param options whether to lock the rooms; a dry run locks none */
  async plan(
    manager: EntityManager,
    undoId: string,
    { roomId, nextDate: from }: UndoRoom,
    options: LoadOptions,
  ): Promise<{ step: PlannedStep; loaded: LoadedCalendars }> {
    const room = await this.store.load(manager, [{ roomId, roots: 'all', dates: [] }], options);
    const plans = room.calendars.treeOf(roomId, 'all');
    const found = await this.pushed.listDates(manager, undoId, roomId, from);
    const { dates, nextDate } = firstDates(found, plans.length);
    const request = { roomId, roots: 'all' as const, dates, withRestrictions: true };
    const loaded = await this.store.load(manager, [request], options);
    const { calendars } = loaded;
    const capacity = calendars.find(roomId)?.capacity ?? null;
    const changes = from === null ? await this.pushed.listFieldChanges(manager, undoId, roomId) : [];
    const fields = restoreFields(roomId, capacity, changes);
    const roomIds = [...new Set([roomId, ...plans.map((plan) => plan.roomId)])];
    const pushed = await this.pushed.list(manager, undoId, roomIds, dates);
    // A change of these parents locks the rooms of the tree as well.
    await this.store.loadParents(manager, loaded, request);
    const cells: Restoration[] = [];
    const fieldsOfRoom = ['roomsLeft', 'closed'] as const;
    for (const field of fieldsOfRoom)
      cells.push(...(await this.restoreRoom(manager, undoId, roomId, calendars, pushed, field)));
    const openedDates = new Set(cells.flatMap(({ field, date }) => (field === 'roomsLeft' ? date : [])));
    const pushedFields = new Set(pushed.map(({ field }) => field));
    for (const field of ['price', ...RESTRICTIONS] as const) {
      const opened = field === 'price' ? openedDates : new Set<CalendarDate>();
      if (!pushedFields.has(field) && opened.size === 0) continue;
      cells.push(
        ...(await this.restorePlans(manager, undoId, roomId, calendars, pushed, field, opened, dates)),
      );
    }
    return { step: { cells, fields, nextDate }, loaded };
  }

  private async restoreRoom(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    calendars: RoomCalendars,
    allPushed: PushedCell[],
    field: RoomField,
  ): Promise<Restoration[]> {
    const pushed = allPushed.filter((cell) => cell.roomId === roomId && cell.field === field);
    if (pushed.length === 0) return [];
    const calendar = calendars.find(roomId);
    const dates = pushed.map(({ date }) => date);
    return restoreRoom(
      pushed,
      calendar
        ? await this.pasts.ofRoom(manager, undoId, field, calendar, dates)
        : new Map<CalendarDate, CellPast>(),
    );
  }

  private async restorePlans(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    calendars: RoomCalendars,
    allPushed: PushedCell[],
    field: PlanField,
    openedDates: ReadonlySet<CalendarDate>,
    dates: readonly CalendarDate[],
  ): Promise<Restoration[]> {
    const pushed = allPushed.filter((cell) => cell.field === field);
    const pushedIds = new Set(pushed.map(({ ratePlanId }) => ratePlanId));
    const own = calendars.find(roomId)?.room.plans ?? [];
    const tree = calendars.treeBelow(own.filter(({ id }) => openedDates.size > 0 || pushedIds.has(id)));
    const known = await this.loadPasts(manager, undoId, field, calendars, tree, dates);
    return restorePlans({ roomId, field, tree, pushed, openedDates, ...known });
  }

  /** Reads the pasts of a tree's plans and of their parents. */
  private async loadPasts(
    manager: EntityManager,
    undoId: string,
    field: PlanField,
    calendars: RoomCalendars,
    tree: readonly CalendarPlan[],
    dates: readonly CalendarDate[],
  ): Promise<{ pasts: Map<RatePlanId, Map<CalendarDate, CellPast>>; plans: Map<RatePlanId, PlanPast> }> {
    const pasts = new Map<RatePlanId, Map<CalendarDate, CellPast>>();
    const plans = new Map<RatePlanId, PlanPast>();
    const ids = new Set(
      tree.flatMap(({ id, derivedFromId }) => [id, ...(derivedFromId ? [derivedFromId] : [])]),
    );
    for (const calendar of calendars.all) {
      const ofRoom = calendar.room.plans.map(({ id }) => id).filter((id) => ids.has(id));
      if (ofRoom.length === 0) continue;
      for (const past of await this.pushed.listPlanPasts(manager, calendar.roomId, ofRoom))
        plans.set(past.ratePlanId, past);
      const began = new Map(ofRoom.map((id) => [id, plans.get(id)?.began ?? -Infinity]));
      const found = await this.pasts.ofPlans(manager, undoId, field, calendar, dates, began);
      for (const [id, ofPlan] of found) pasts.set(id, ofPlan);
    }
    return { pasts, plans };
  }
}

/** Returns the dates of one step: at least one, if any are left. */
function firstDates(
  found: PushedDate[],
  plans: number,
): { dates: CalendarDate[]; nextDate: CalendarDate | null } {
  let [cells, states] = [0, 0];
  const end = found.findIndex((day, index) => {
    cells += day.cells;
    states += plans * (day.states + 1);
    return index > 0 && (cells > MAX_CELLS || states > MAX_STATES);
  });
  const count = end < 0 ? found.length : end;
  return { dates: found.slice(0, count).map(({ date }) => date), nextDate: found[count]?.date ?? null };
}
