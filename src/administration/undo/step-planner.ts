import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { treeBelow } from '../../calendar/derivation/plan-tree';
import { groupBy } from '../../pricing/group-by';
import type { LinkedRatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import { RatePlanRepository } from '../../pricing/rate-plans/rate-plan.repository';
import type { RoomCapacity } from '../../room/room.repository';
import { RoomRepository } from '../../room/room.repository';
import type { CellPast } from './cell-pasts.repository';
import { CellPastsRepository } from './cell-pasts.repository';
import { restoreFields } from './field-restoration';
import type { PlanPast, PushedCell, PushedDate } from './pushed-cells.repository';
import { PushedCellsRepository } from './pushed-cells.repository';
import type { Restoration } from './restoration';
import { restorePrices, restoreRoomsLeft } from './restoration';
import type { UndoRoom } from './undo.repository';

/** As many as a push has at most: so an entry of an undo is no larger than one of a push. */
const MAX_CELLS = 5_000;
/** How many states of cells are looked through at a time, as long as a date has no more. */
const MAX_STATES = 100_000;

/** What is to become of a room, or of so many dates of it. */
export interface PlannedStep {
  roomsLeft: Restoration[];
  prices: Restoration[];
  fields: ReturnType<typeof restoreFields>;
  capacity: RoomCapacity | null;
  /** Null where these are the last dates. */
  nextDate: CalendarDate | null;
}

/** Finds out what is to be restored, and changes nothing. */
@Injectable()
export class StepPlanner {
  constructor(
    private readonly pushed: PushedCellsRepository,
    private readonly pasts: CellPastsRepository,
    private readonly rooms: RoomRepository,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  /** @param plans of the room and all below them, a parent before what derives from it; none where it was deleted */
  async plan(
    manager: EntityManager,
    undoId: string,
    { roomId, nextDate: from }: UndoRoom,
    plans: LinkedRatePlan[],
  ): Promise<PlannedStep> {
    const found = await this.pushed.listDates(manager, undoId, roomId, from);
    const { dates, nextDate } = firstDates(found, plans.length);
    const capacity = await this.rooms.findCapacity(manager, roomId);
    const changes = from === null ? await this.pushed.listFieldChanges(manager, undoId, roomId) : [];
    const fields = restoreFields(roomId, capacity, changes);
    const roomIds = [...new Set([roomId, ...plans.map((plan) => plan.roomId)])];
    const pushed = await this.pushed.list(manager, undoId, roomIds, dates);
    const ofRooms = pushed.filter((cell) => cell.roomId === roomId && cell.ratePlanId === null);
    const roomsLeft = await this.restoreRoomsLeft(manager, undoId, roomId, ofRooms, capacity !== null);
    const pushedIds = new Set(pushed.map(({ ratePlanId }) => ratePlanId));
    const isRoot = (plan: LinkedRatePlan) =>
      plan.roomId === roomId && (ofRooms.length > 0 || pushedIds.has(plan.id));
    const tree = treeBelow(plans.filter(isRoot), plans);
    // Whoever changes these has to lock the rooms of the tree as well.
    const parents = await this.ratePlans.findParentsOutside(manager, tree);
    const known = await this.loadPasts(manager, undoId, [...tree, ...parents], dates);
    const prices = restorePrices({ roomId, tree, pushed, ...known });
    return { roomsLeft, prices, fields, capacity, nextDate };
  }

  private async restoreRoomsLeft(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    pushed: PushedCell[],
    exists: boolean,
  ): Promise<Restoration[]> {
    if (pushed.length === 0) return [];
    const dates = pushed.map(({ date }) => date);
    const pasts = exists ? await this.pasts.listRoomsLeft(manager, undoId, roomId, dates) : [];
    return restoreRoomsLeft(pushed, new Map(pasts.map((past) => [past.date, past])));
  }

  private async loadPasts(
    manager: EntityManager,
    undoId: string,
    plansAround: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<{ pasts: Map<RatePlanId, Map<CalendarDate, CellPast>>; plans: Map<RatePlanId, PlanPast> }> {
    const pasts = new Map<RatePlanId, Map<CalendarDate, CellPast>>();
    const plans = new Map<RatePlanId, PlanPast>();
    for (const [roomId, ofRoom] of groupBy(plansAround, (plan) => plan.roomId)) {
      const ids = ofRoom.map(({ id }) => id);
      for (const id of ids) pasts.set(id, new Map());
      for (const past of await this.pushed.listPlanPasts(manager, roomId, ids))
        plans.set(past.ratePlanId, past);
      for (const past of await this.pasts.listPrices(manager, undoId, roomId, ids, dates)) {
        pasts.get(past.ratePlanId)?.set(past.date, past);
      }
    }
    return { pasts, plans };
  }
}

/** The dates of one step: at least one, where there is any. */
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
