import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber, parseId } from '../../platform/database/id';
import { ProblemException } from '../../platform/http/problem';
import { quote } from '../../platform/http/quote';
import type { Call } from '../../platform/http/request-context';
import { validated } from '../../platform/http/validation';
import { RatePlanService } from '../../pricing/rate-plans/rate-plan.service';
import { ChangeRatePlanDto, CreateRatePlanDto } from '../../pricing/rate-plans/rate-plan.dto';
import type { Change, RecordChange } from '../../push/change-runner';
import { RoomAdministrationService } from '../../room/room-administration.service';
import { RATE_PLAN_COLUMNS, ROOM_COLUMNS } from '../../room/room-table';
import { ChangeRoomDto, CreateRoomDto } from '../../room/room.dto';
import type { ImportChange, ImportOperation } from './import.dto';
import type {
  ImportFile,
  ImportProblem,
  RatePlanKey,
  RatePlanOfFile,
  RecordKey,
  RoomKey,
  RoomOfFile,
} from './import-file';
import { differencesOfPlan, differencesOfRoom } from './import-differences';
import type { StoredRecords } from './stored-records';
import { StoredRecordsReader } from './stored-records';

/** The maximum number of existing rooms and plans that a file changes: an import locks their rooms until it ends. */
const MAX_CHANGED = 500;
/** The maximum number of new rooms and plans: each takes about 25 statements, and proxies wait for 60 s. */
const MAX_CREATED = 1_000;

/** The changes that a file makes, and the problems that prevent others. */
interface Done {
  created: number;
  changed: number;
  unchanged: number;
  changes: (ImportChange & { line: number })[];
  problems: ImportProblem[];
  assigned: AssignedIds;
}

/** The ids that the service has assigned, with the keys of their records in the file. */
export interface AssignedIds {
  rooms: Map<string, RoomKey>;
  plans: Map<string, RatePlanKey>;
}

/** One change of the file. */
interface Step {
  key: RecordKey;
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
  file: ImportFile;
  done: Done;
  stored: StoredRecords;
  /** The ids of the rooms and plans of the file that exist by now. */
  roomIds: Map<RoomKey, RoomId>;
  planIds: Map<RatePlanKey, RatePlanId>;
  /** Rooms and plans with a problem, with their lines. Lines that depend on them are not checked. */
  failed: Map<RecordKey, number>;
}

/** Creates and changes the rooms and rate plans of a file, by the rules of single changes. */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly store: CalendarStore,
    private readonly records: StoredRecordsReader,
    private readonly rooms: RoomAdministrationService,
    private readonly ratePlans: RatePlanService,
  ) {}

  /** Carries out all possible changes in the transaction of the caller, which must not commit if there are problems. */
  async run(manager: EntityManager, call: Call, file: ImportFile, record: RecordChange): Promise<Done> {
    await this.lock(manager, file, await this.records.read(manager, file));
    // Others may have changed the records before the locks were free.
    const stored = await this.records.read(manager, file);
    const run: Run = {
      ...{ manager, call, record, file, stored },
      done: {
        created: 0,
        changed: 0,
        unchanged: 0,
        changes: [],
        problems: [...stored.problems],
        assigned: { rooms: new Map(), plans: new Map() },
      },
      roomIds: new Map([...stored.rooms].map(([key, { id }]) => [key, id])),
      planIds: new Map([...stored.plans].map(([key, { id }]) => [key, id])),
      failed: new Map(stored.ambiguous),
    };
    const total = file.rooms.size + file.plans.size;
    let count = 0;
    const report = () => call.onProgress?.(++count, total);
    for (const room of inOrder(file)) {
      await this.importRoom(run, room);
      report();
    }
    const waiting = new Map(file.plans);
    for (const plan of file.plans.values()) {
      await this.importPlan(run, plan, waiting);
      report();
    }
    return run.done;
  }

  private async importRoom(run: Run, { key, line, id, cells }: RoomOfFile): Promise<void> {
    if (run.failed.has(key)) return;
    const { manager } = run;
    const stored = run.stored.rooms.get(key);
    const differences = differencesOfRoom(stored, cells);
    const work = async (of: Call) =>
      stored
        ? this.rooms.changeWithin(manager, of, stored.id, await validated(ChangeRoomDto, differences))
        : this.rooms.createWithin(manager, of, await validated(CreateRoomDto, { ...differences, id }));
    const isSame = stored && Object.keys(differences).length === 0;
    const operation = stored ? 'changeRoom' : 'createRoom';
    const step: Step = { key, line, operation, columns: ROOM_COLUMNS, work };
    const change = await this.carryOut(run, isSame, step, stored?.name);
    if (!change) return;
    run.roomIds.set(key, change.roomId);
    if (!stored && !id) run.done.assigned.rooms.set(change.roomId, key);
  }

  /** Imports a plan after the plan from which it derives. */
  private async importPlan(
    run: Run,
    plan: RatePlanOfFile,
    waiting: Map<RatePlanKey, RatePlanOfFile>,
  ): Promise<void> {
    if (!waiting.delete(plan.key)) return;
    const { key, line, id, roomKey, cells } = plan;
    const parentKey = run.stored.parentKey(plan);
    const parent = parentKey === undefined ? undefined : waiting.get(parentKey);
    if (parent) await this.importPlan(run, parent, waiting);
    const { manager, failed, done } = run;
    if (failed.has(key)) return;
    const reason = failed.get(roomKey) ?? (parentKey === undefined ? undefined : failed.get(parentKey));
    const roomId = run.roomIds.get(roomKey);
    if (reason !== undefined || !roomId) {
      failed.set(key, line);
      const message = `is not checked, because it depends on line ${reason}`;
      if (reason !== line) done.problems.push({ line, column: null, message });
      return;
    }
    const stored = run.stored.plans.get(key);
    const created = parentKey === undefined ? undefined : run.planIds.get(parentKey);
    const known = created ? { ...cells, from: created } : run.stored.cellsOf(plan);
    const differences = differencesOfPlan(stored, known);
    const work = async (of: Call) => {
      if (known.from !== undefined && !parseId(known.from))
        throw new ProblemException(400, '', [
          {
            pointer: '/from',
            message: `is ${quote(known.from)}, but the room has no rate plan of this name`,
          },
        ]);
      if (stored && stored.roomId !== roomId)
        throw new ProblemException(400, '', [
          { pointer: '/id', message: `belongs to room ${stored.roomId}` },
        ]);
      return stored
        ? this.ratePlans.changeWithin(manager, of, stored.id, await validated(ChangeRatePlanDto, differences))
        : this.ratePlans.createWithin(
            manager,
            of,
            roomId,
            await validated(CreateRatePlanDto, { ...differences, id }),
          );
    };
    const isSame = stored?.roomId === roomId && Object.keys(differences).length === 0;
    const operation = stored ? 'changeRatePlan' : 'createRatePlan';
    const step: Step = { key, line, operation, columns: RATE_PLAN_COLUMNS, work };
    const change = await this.carryOut(run, isSame, step, stored?.name);
    if (!change?.ratePlanId) return;
    run.planIds.set(key, change.ratePlanId);
    if (!stored && !id) run.done.assigned.plans.set(change.ratePlanId, key);
  }

  /**
   * Carries out a step at a savepoint, so that a step with a problem is rolled back completely.
   * @returns the change; undefined if there is nothing to change, or a problem
   */
  private async carryOut(
    { manager, call, record, done, failed }: Run,
    isSame: boolean | undefined,
    { key, line, operation, columns, work }: Step,
    storedName: string | undefined,
  ): Promise<Change | undefined> {
    if (isSame) {
      done.unchanged++;
      return undefined;
    }
    try {
      const change = await manager.transaction(() => record(call, operation, work));
      const { roomId, ratePlanId, changes = {} } = change;
      done[storedName === undefined ? 'created' : 'changed']++;
      const newName: unknown = changes['name']?.to;
      const name = typeof newName === 'string' ? newName : (storedName ?? '');
      done.changes.push({ line, operation, roomId, ratePlanId, name, changes });
      return change;
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      failed.set(key, line);
      done.problems.push(...problemsOf(error, line, columns));
      return undefined;
    }
  }

  /**
   * Locks the existing rooms that the file changes: all at once, in the order of their ids, like a push.
   * @throws ProblemException 400 if there are too many
   */
  private async lock(
    manager: EntityManager,
    { rooms, plans }: ImportFile,
    stored: StoredRecords,
  ): Promise<void> {
    const changedRooms = [...rooms.values()].flatMap(({ key, cells }) => {
      const room = stored.rooms.get(key);
      return room && Object.keys(differencesOfRoom(room, cells)).length > 0 ? [room.id] : [];
    });
    const changedPlans = [...plans.values()].filter(
      (plan) => Object.keys(differencesOfPlan(stored.plans.get(plan.key), stored.cellsOf(plan))).length > 0,
    );
    const changed = changedRooms.length + changedPlans.filter(({ key }) => stored.plans.has(key)).length;
    if (changed > MAX_CHANGED)
      throw new ProblemException(
        400,
        `The file changes ${changed} rooms and rate plans that exist: change at most ${MAX_CHANGED} at once`,
      );
    const created = rooms.size - stored.rooms.size + plans.size - stored.plans.size;
    if (created > MAX_CREATED)
      throw new ProblemException(
        400,
        `The file makes ${created} rooms and rate plans: make at most ${MAX_CREATED} at once`,
      );
    const roomIds = new Set([
      ...changedRooms,
      ...changedPlans.flatMap(({ roomKey }) => stored.rooms.get(roomKey)?.id ?? []),
      ...changedPlans.flatMap((plan) => stored.parentOf(plan)?.roomId ?? []),
    ]);
    const requests = [...roomIds].sort(byNumber).map((roomId) => ({
      roomId,
      planIds: changedPlans.flatMap(({ key }) => {
        const plan = stored.plans.get(key);
        return plan?.roomId === roomId ? [plan.id] : [];
      }),
      dates: [],
    }));
    if (requests.length > 0) await this.store.load(manager, requests);
  }
}

/** Rooms with an id are locked in the order of their ids. New rooms without an id come first. */
function inOrder({ rooms }: ImportFile): RoomOfFile[] {
  const placeOf = ({ id }: RoomOfFile) => BigInt(id ?? 0);
  return [...rooms.values()].sort((one, other) => Number(placeOf(one) - placeOf(other)));
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
