import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../calendar/group-by';
import type { RatePlanId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { RatePlanRepository } from '../../pricing/rate-plans/rate-plan.repository';
import type { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import { RoomAdministrationRepository } from '../../room/room-administration.repository';
import { RATE_PLAN_COLUMNS, ROOM_COLUMNS } from '../../room/room-table';
import type { Room } from '../../room/room.entity';
import type {
  ImportFile,
  ImportProblem,
  RatePlanKey,
  RatePlanOfFile,
  RecordKey,
  RoomKey,
  RoomOfFile,
} from './import-file';
import { keyOfNames, keyOfPlan } from './import-file';

/** The rooms and rate plans of a file that are in the database, found by their ids or by their names. */
export class StoredRecords {
  readonly rooms = new Map<RoomKey, Room>();
  readonly plans = new Map<RatePlanKey, RatePlan>();
  /** Plans outside of the file from which plans of the file derive. */
  readonly otherPlans = new Map<RatePlanKey, RatePlan>();
  /** Rooms and plans of the file that cannot be found, because several records have their names. The values are lines. */
  readonly ambiguous = new Map<RecordKey, number>();
  readonly problems: ImportProblem[] = [];

  /** The plans of the file by their rooms and names. */
  private readonly named = new Map<RatePlanKey, RatePlanKey>();

  constructor({ plans }: ImportFile) {
    for (const { key, roomKey, cells } of plans.values())
      if (cells.name !== undefined) this.named.set(keyOfPlan(roomKey, cells.name), key);
  }

  /** Returns the key of the plan from which a plan of the file derives: the cell has its id, or its name in the same room. */
  parentKey({ roomKey, cells: { from } }: RatePlanOfFile): RatePlanKey | undefined {
    if (from === undefined) return undefined;
    const key = keyOfPlan(roomKey, from);
    return parseId<RatePlanId>(from) ?? this.named.get(key) ?? key;
  }

  /** Whether a plan of the file derives from a plan outside of the file, and has the name of that plan. */
  namesOtherPlan({ roomKey, cells: { from } }: RatePlanOfFile): boolean {
    return from !== undefined && !parseId(from) && !this.named.has(keyOfPlan(roomKey, from));
  }

  parentOf(plan: RatePlanOfFile): RatePlan | undefined {
    const key = this.parentKey(plan);
    return key === undefined ? undefined : (this.plans.get(key) ?? this.otherPlans.get(key));
  }

  /** Returns the cells of a plan, with the id of its parent in `from`. If the parent is not stored, `from` keeps its text. */
  cellsOf(plan: RatePlanOfFile): RatePlanOfFile['cells'] {
    const parent = this.parentOf(plan);
    return parent ? { ...plan.cells, from: parent.id } : plan.cells;
  }
}

/** Finds the rooms and rate plans of a file. */
@Injectable()
export class StoredRecordsReader {
  constructor(
    private readonly rooms: RoomAdministrationRepository,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  async read(manager: EntityManager, file: ImportFile): Promise<StoredRecords> {
    const stored = new StoredRecords(file);
    await this.readRooms(manager, [...file.rooms.values()], stored);
    await this.readPlans(manager, [...file.plans.values()], stored);
    return stored;
  }

  private async readRooms(manager: EntityManager, rooms: RoomOfFile[], stored: StoredRecords): Promise<void> {
    const byId = await this.rooms.findAll(
      manager,
      rooms.flatMap(({ id }) => id ?? []),
    );
    for (const room of byId) stored.rooms.set(room.id, room);
    const named = rooms.filter(({ id }) => id === undefined);
    if (named.length === 0) return;
    const found = await this.rooms.findNamed(
      manager,
      named.map(({ cells }) => ({ name: cells.name ?? '', propertyName: cells.propertyName ?? null })),
    );
    const byName = groupBy(found, ({ propertyName, name }) => keyOfNames(propertyName, name));
    for (const { key, line, cells } of named) {
      const same = byName.get(keyOfNames(cells.propertyName, cells.name ?? '')) ?? [];
      if (same.length > 1) {
        stored.ambiguous.set(key, line);
        stored.problems.push({ line, column: ROOM_COLUMNS.name, message: sharedName(same, 'rooms') });
      } else if (same[0]) stored.rooms.set(key, same[0]);
    }
  }

  private async readPlans(
    manager: EntityManager,
    plans: RatePlanOfFile[],
    stored: StoredRecords,
  ): Promise<void> {
    const ids = plans.flatMap(({ id, cells }) => [id ?? [], parseId<RatePlanId>(cells.from) ?? []].flat());
    const inFile = new Set(plans.map(({ key }) => key));
    for (const plan of await this.ratePlans.findAll(manager, ids))
      (inFile.has(plan.id) ? stored.plans : stored.otherPlans).set(plan.id, plan);
    const byName = plans.filter(
      ({ id, cells }) => id === undefined || (cells.from !== undefined && !parseId(cells.from)),
    );
    const roomIds = new Set(byName.flatMap(({ roomKey }) => stored.rooms.get(roomKey)?.id ?? []));
    if (roomIds.size === 0) return;
    const found = groupBy(await this.ratePlans.findAllOfRooms(manager, [...roomIds]), ({ roomId, name }) =>
      keyOfPlan(roomId, name),
    );
    for (const plan of byName) {
      const { key, id, line, roomKey, cells } = plan;
      const room = stored.rooms.get(roomKey);
      const namedInRoom = (name = '') => (room && found.get(keyOfPlan(room.id, name))) ?? [];
      const same = namedInRoom(cells.name);
      if (id === undefined && same.length > 1) {
        stored.ambiguous.set(key, line);
        stored.problems.push({
          line,
          column: RATE_PLAN_COLUMNS.name,
          message: sharedName(same, 'rate plans'),
        });
      } else if (id === undefined && same[0]) stored.plans.set(key, same[0]);
      if (!stored.namesOtherPlan(plan)) continue;
      const parents = namedInRoom(cells.from);
      if (parents.length > 1) {
        stored.ambiguous.set(key, line);
        stored.problems.push({
          ...{ line, column: RATE_PLAN_COLUMNS.from },
          message: sharedName(parents, 'rate plans of the room'),
        });
      } else if (parents[0]) stored.otherPlans.set(keyOfPlan(roomKey, parents[0].name), parents[0]);
    }
  }
}

/** Returns what is wrong with a name that several records have. */
function sharedName(records: { id: string }[], noun: string): string {
  return `is the name of ${records.length} ${noun}: give the id, as ${records[0]?.id}`;
}
