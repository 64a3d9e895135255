import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber, parseId } from '../../platform/database/id';
import { ProblemException } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { validated } from '../../platform/http/validation';
import { RatePlanRepository } from '../../pricing/rate-plans/rate-plan.repository';
import { RatePlanService } from '../../pricing/rate-plans/rate-plan.service';
import { ChangeRatePlanDto, CreateRatePlanDto } from '../../pricing/rate-plans/rate-plan.dto';
import type { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import type { Change, RecordChange } from '../../push/change-runner';
import { RoomAdministrationRepository } from '../../room/room-administration.repository';
import { RoomAdministrationService } from '../../room/room-administration.service';
import { RATE_PLAN_COLUMNS, ROOM_COLUMNS } from '../../room/room-table';
import { ChangeRoomDto, CreateRoomDto } from '../../room/room.dto';
import type { Room } from '../../room/room.entity';
import type { ImportOperation, ImportProblem, ImportResult } from './import.dto';
import type { ImportFile, RatePlanOfFile } from './import-file';
import { differencesOfPlan, differencesOfRoom } from './import-differences';

type Done = Omit<ImportResult, 'applied' | 'preview'>;

/** One change of the file. */
interface Step {
  line: number;
  operation: ImportOperation;
  /** The titles of the columns, by the last part of the pointer of a problem. */
  columns: Record<string, string>;
  work: (call: Call) => Promise<Change>;
}

/** The state of one import. */
interface Run {
  manager: EntityManager;
  call: Call;
  record: RecordChange;
  done: Done;
  rooms: Map<RoomId, Room>;
  plans: Map<RatePlanId, RatePlan>;
  /** Rooms and plans with a problem. Lines that depend on them are skipped. */
  failed: Set<string>;
}

/** Creates and changes the rooms and rate plans of a file, by the rules of single changes. */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly store: CalendarStore,
    private readonly roomRecords: RoomAdministrationRepository,
    private readonly planRecords: RatePlanRepository,
    private readonly rooms: RoomAdministrationService,
    private readonly ratePlans: RatePlanService,
  ) {}

  /** Carries out all possible changes in the transaction of the caller, which must not commit if there are problems. */
  async run(manager: EntityManager, call: Call, file: ImportFile, record: RecordChange): Promise<Done> {
    const run: Run = {
      ...{ manager, call, record },
      done: { created: 0, changed: 0, unchanged: 0, changes: [], problems: [] },
      ...(await this.read(manager, file)),
      failed: new Set(),
    };
    await this.lock(run, file);
    // Others may have changed the records before the locks were free.
    Object.assign(run, await this.read(manager, file));
    for (const room of [...file.rooms.values()].sort((a, b) => byNumber(a.id, b.id))) {
      const { line, id, cells } = room;
      const stored = run.rooms.get(id);
      const differences = differencesOfRoom(stored, cells);
      const work = async (of: Call) =>
        stored
          ? this.rooms.changeWithin(manager, of, id, await validated(ChangeRoomDto, differences))
          : this.rooms.createWithin(manager, of, await validated(CreateRoomDto, { ...differences, id }));
      const operation = stored ? 'changeRoom' : 'createRoom';
      const step: Step = { line, operation, columns: ROOM_COLUMNS, work };
      await this.carryOut(
        run,
        `room ${id}`,
        stored && Object.keys(differences).length === 0,
        step,
        stored?.name,
      );
    }
    const waiting = new Map(file.plans);
    for (const plan of file.plans.values()) await this.importPlan(run, plan, waiting);
    return run.done;
  }

  /** Reads the rooms and plans of the file, and the parents that it names. */
  private async read(
    manager: EntityManager,
    { rooms, plans }: ImportFile,
  ): Promise<Pick<Run, 'rooms' | 'plans'>> {
    const storedRooms = await this.roomRecords.findAll(manager, [...rooms.keys()]);
    const planIds = [...plans.values()].flatMap(({ id, cells }) => [id, parseId<RatePlanId>(cells.from)]);
    const storedPlans = await this.planRecords.findAll(
      manager,
      planIds.filter((id) => id !== undefined),
    );
    return {
      rooms: new Map(storedRooms.map((room) => [room.id, room])),
      plans: new Map(storedPlans.map((plan) => [plan.id, plan])),
    };
  }

  /** Imports a plan after the plan from which it derives. */
  private async importPlan(
    run: Run,
    plan: RatePlanOfFile,
    waiting: Map<RatePlanId, RatePlanOfFile>,
  ): Promise<void> {
    if (!waiting.delete(plan.id)) return;
    const { line, id, roomId, cells } = plan;
    const parent = waiting.get(cells.from as RatePlanId);
    if (parent) await this.importPlan(run, parent, waiting);
    if (run.failed.has(`room ${roomId}`) || run.failed.has(`plan ${cells.from}`)) {
      run.failed.add(`plan ${id}`);
      return;
    }
    const stored = run.plans.get(id);
    const differences = differencesOfPlan(stored, cells);
    const work = async (of: Call) => {
      if (stored && stored.roomId !== roomId)
        throw new ProblemException(400, '', [
          { pointer: '/id', message: `belongs to room ${stored.roomId}` },
        ]);
      return stored
        ? this.ratePlans.changeWithin(run.manager, of, id, await validated(ChangeRatePlanDto, differences))
        : this.ratePlans.createWithin(
            run.manager,
            of,
            roomId,
            await validated(CreateRatePlanDto, { ...differences, id }),
          );
    };
    const isSame = stored?.roomId === roomId && Object.keys(differences).length === 0;
    const operation = stored ? 'changeRatePlan' : 'createRatePlan';
    const step: Step = { line, operation, columns: RATE_PLAN_COLUMNS, work };
    await this.carryOut(run, `plan ${id}`, isSame, step, stored?.name);
  }

  /** Carries out a step at a savepoint, so that a step with a problem is rolled back completely. */
  private async carryOut(
    { manager, call, record, done, failed }: Run,
    key: string,
    isSame: boolean | undefined,
    { line, operation, columns, work }: Step,
    storedName: string | undefined,
  ): Promise<void> {
    if (isSame) {
      done.unchanged++;
      return;
    }
    try {
      const {
        roomId,
        ratePlanId,
        changes = {},
      } = await manager.transaction(() => record(call, operation, work));
      done[storedName === undefined ? 'created' : 'changed']++;
      const newName: unknown = changes['name']?.to;
      const name = typeof newName === 'string' ? newName : (storedName ?? '');
      done.changes.push({ line, operation, roomId, ratePlanId, name, changes });
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      failed.add(key);
      done.problems.push(...problemsOf(error, line, columns));
    }
  }

  /** Locks the existing rooms of the file together, in the order of their ids, like a push. */
  private async lock({ manager, rooms, plans }: Run, file: ImportFile): Promise<void> {
    const changed = [...file.rooms.values()].filter(
      ({ id, cells }) => rooms.has(id) && Object.keys(differencesOfRoom(rooms.get(id), cells)).length > 0,
    );
    const changedPlans = [...file.plans.values()].filter(
      ({ id, cells }) => Object.keys(differencesOfPlan(plans.get(id), cells)).length > 0,
    );
    const parents = changedPlans.flatMap(({ cells }) => plans.get(cells.from as RatePlanId)?.roomId ?? []);
    const ofPlans = changedPlans.map(({ roomId }) => roomId).filter((id) => rooms.has(id));
    const roomIds = new Set([...changed.map(({ id }) => id), ...ofPlans, ...parents]);
    const requests = [...roomIds].sort(byNumber).map((roomId) => ({
      roomId,
      planIds: changedPlans.filter(({ id }) => plans.get(id)?.roomId === roomId).map(({ id }) => id),
      dates: [],
    }));
    if (requests.length > 0) await this.store.load(manager, requests);
  }
}

/** Converts the problems of a change to problems of its line. */
function problemsOf(
  { message, errors }: ProblemException,
  line: number,
  columns: Record<string, string>,
): ImportProblem[] {
  if (errors.length === 0) return [{ line, column: null, message }];
  return errors.map(({ pointer, message: words }) => ({
    line,
    column: columns[pointer.slice(pointer.lastIndexOf('/') + 1)] ?? null,
    message: words,
  }));
}
