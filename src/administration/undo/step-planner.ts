import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarField } from '../../calendar/calendar-field';
import type { LoadOptions } from '../../calendar/calendar-loader';
import type { CalendarPlan } from '../../calendar/calendar-plan';
import { CalendarStore } from '../../calendar/calendar-store';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import { NO_RECORD } from '../../calendar/cell';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { RoomCalendars } from '../../calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CellPast, PlanField, RoomField } from './cell-past';
import { CellPastsService } from './cell-pasts.service';
import { restoreFields } from './field-restoration';
import type { PlanPast, PushedCell, PushedDate } from './pushed-cells.repository';
import { PushedCellsRepository } from './pushed-cells.repository';
import { sourceOf } from './plan-lines';
import type { ParentOn } from './plan-restoration';
import { hasAbove, PushedCells, restorePlans } from './plan-restoration';
import type { Restoration } from './restoration';
import { restoreRoom } from './restoration';
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
  /** The rooms whose pushes can have changed this room. */
  sources: readonly RoomId[];
}

/** Plans the changes of a step, without making them. */
@Injectable()
export class StepPlanner {
  constructor(
    private readonly pushed: PushedCellsRepository,
    private readonly pasts: CellPastsService,
    private readonly store: CalendarStore,
  ) {}

  /**
   * @param known the room and its plans, without dates
   * @param options whether to lock the rooms; a dry run locks none
   */
  async plan(
    manager: EntityManager,
    undoId: string,
    { roomId, nextDate: from }: UndoRoom,
    known: RoomCalendars,
    options: LoadOptions,
  ): Promise<{ step: PlannedStep; loaded: LoadedCalendars }> {
    const plans = known.treeOf(roomId, 'all');
    const sources = await this.pushed.findSources(manager, roomId);
    const found = await this.pushed.listDates(manager, undoId, roomId, sources, from);
    const { dates, nextDate } = firstDates(found, plans.length);
    const request = { roomId, planIds: 'all' as const, dates, withRestrictions: true };
    const loaded = await this.store.load(manager, [request], options);
    const { calendars } = loaded;
    const capacity = calendars.find(roomId)?.capacity ?? null;
    const changes = from === null ? await this.pushed.listFieldChanges(manager, undoId, roomId) : [];
    const fields = restoreFields(roomId, capacity, changes);
    // A change of the plans above the tree locks the rooms of the tree as well.
    await this.store.loadAncestors(manager, loaded, request);
    const roomIds = [...new Set([...sources, ...calendars.all.map((each) => each.roomId)])];
    const pushed = await this.pushed.list(manager, undoId, roomIds, dates);
    const cells: Restoration[] = [];
    const fieldsOfRoom = ['roomsLeft', 'closed'] as const;
    for (const field of fieldsOfRoom)
      cells.push(...(await this.restoreRoom(manager, undoId, roomId, calendars, pushed, field)));
    const openedDates = new Set(cells.flatMap(({ field, date }) => (field === 'roomsLeft' ? date : [])));
    const oldPlans = await this.pushed.findOldPlans(manager, undoId, roomId, sources);
    const read = { undoId, roomId, calendars, pushed, dates, openedDates, oldPlans };
    for (const field of fieldsOfPlans(pushed)) cells.push(...(await this.restorePlans(manager, read, field)));
    return { step: { cells, fields, nextDate, sources }, loaded };
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

  /** Restores one field of the room's plans and of all plans below them that follow a restored one. */
  private async restorePlans(
    manager: EntityManager,
    { undoId, roomId, calendars, dates, ...step }: LoadedStep,
    field: PlanField,
  ): Promise<Restoration[]> {
    const pushed = new PushedCells(step.pushed.filter((cell) => cell.field === field));
    const parentOn = parentsIn(calendars, field);
    const own = calendars.find(roomId)?.room.plans ?? [];
    // All other plans follow a pushed cell on every date, so they are decided with it.
    const candidates = own.filter((plan) =>
      dates.some((date) => {
        if (pushed.of(plan, date)) return true;
        return !hasAbove(plan, date, parentOn, (above) => pushed.of(above, date) !== undefined);
      }),
    );
    const read: PlansRead = { field, calendars, dates, pasts: new Map(), plans: new Map() };
    await this.readPasts(manager, undoId, read, new Set([...own, ...allAbove(candidates, calendars)]));
    const isPartOf = (plan: CalendarPlan) =>
      dates.some((date) => pushed.of(plan, date) ?? read.pasts.get(plan.id)?.get(date)?.lastUndone != null);
    const roots = candidates.filter((plan) => isPartOf(plan) || step.oldPlans.has(plan.id));
    // A tree begins with the last root, so the roots are reversed to keep their order.
    const tree = calendars.treeBelow(roots.reverse());
    await this.readPasts(manager, undoId, read, new Set([...tree, ...allAbove(tree, calendars)]));
    const { pasts, plans } = read;
    return restorePlans({ ...step, roomId, field, own, tree, parentOn, pushed, dates, pasts, plans });
  }

  /** Reads the pasts of plans that were not read before. */
  private async readPasts(
    manager: EntityManager,
    undoId: string,
    { field, calendars, dates, pasts, plans }: PlansRead,
    wanted: ReadonlySet<CalendarPlan>,
  ): Promise<void> {
    const ids = new Set([...wanted].map(({ id }) => id));
    for (const calendar of calendars.all) {
      const ofRoom = calendar.room.plans.map(({ id }) => id).filter((id) => ids.has(id) && !pasts.has(id));
      if (ofRoom.length === 0) continue;
      for (const past of await this.pushed.listPlanPasts(manager, calendar.roomId, ofRoom))
        plans.set(past.ratePlanId, past);
      const began = new Map(ofRoom.map((id) => [id, plans.get(id)?.began ?? -Infinity]));
      const found = await this.pasts.ofPlans(manager, undoId, field, calendar, dates, began);
      for (const [id, ofPlan] of found) pasts.set(id, ofPlan);
    }
  }
}

/** The part of a step that is read before its plans. */
interface LoadedStep {
  undoId: string;
  roomId: RoomId;
  calendars: RoomCalendars;
  pushed: readonly PushedCell[];
  dates: readonly CalendarDate[];
  openedDates: ReadonlySet<CalendarDate>;
  oldPlans: ReadonlySet<RatePlanId>;
}

/** The pasts of a field that were read. */
interface PlansRead {
  field: PlanField;
  calendars: RoomCalendars;
  dates: readonly CalendarDate[];
  pasts: Map<RatePlanId, Map<CalendarDate, CellPast>>;
  plans: Map<RatePlanId, PlanPast>;
}

/** Returns the fields of plans that the pushes may have changed. A push of rooms left fills in prices. */
function fieldsOfPlans(pushed: readonly PushedCell[]): PlanField[] {
  const fields = new Set<CalendarField>(pushed.map(({ field }) => (field === 'roomsLeft' ? 'price' : field)));
  return (['price', ...RESTRICTIONS] as const).filter((field) => fields.has(field));
}

/** A plan follows its parent on the dates on which the parent has a record. */
function parentsIn(calendars: RoomCalendars, field: PlanField): ParentOn {
  return (plan, date) => {
    const parentId = sourceOf(plan, field);
    const parent = parentId ? calendars.plan(parentId) : undefined;
    return parent && calendars.priceOf(parent, date) !== NO_RECORD ? parent : undefined;
  };
}

function allAbove(plans: readonly CalendarPlan[], calendars: RoomCalendars): Set<CalendarPlan> {
  const above = new Set<CalendarPlan>();
  for (const plan of plans) {
    for (let id = plan.derivedFromId; id;) {
      const parent = calendars.plan(id);
      id = parent && !above.has(parent) ? parent.derivedFromId : null;
      if (parent) above.add(parent);
    }
  }
  return above;
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
