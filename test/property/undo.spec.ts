import { TestService } from '../support/service';
import type { Undone } from '../support/undo';
import { Undoing } from '../support/undo';
import { Model } from './model/model';
import type { Calendar } from './model/calendar';
import type { Random } from './model/random';
import { random } from './model/random';
import { nextStep, RANGE } from './model/random-steps';
import { carryOut } from './model/service-calls';
import type { Step } from './model/steps';
import { isPush } from './model/steps';

/** The number of steps over all seeds. Many more are tried by hand: see docs/testing.md. */
const STEPS = Number(process.env['STEPS'] ?? 45);
const SEEDS = [20261201, 7, 314159];
const isUndoable = (step: Step) => isPush(step) || step.kind === 'release';

/** `{ "plan or room, field, date": value }`, without cells that have no record. */
type Cells = Record<string, string | number | boolean | null>;

/** A service that undoes each step, and then undoes the undo, and continues as if nothing had been undone. */
class UndoneHotel {
  private readonly model = new Model();
  private readonly undoing: Undoing;
  private readonly done: string[] = [];

  constructor(
    private readonly service: TestService,
    private readonly pick: Random,
  ) {
    this.undoing = new Undoing(service);
  }

  async takeStep(): Promise<void> {
    const step = nextStep(this.model, this.pick);
    const before = await this.cells();
    const requestId = await carryOut(this.service, this.model.hotel, step);
    if (requestId === undefined) return;
    this.model.apply(step, {
      requestId,
      moment: await this.momentOf(requestId),
      entries: await this.entriesOf(requestId),
    });
    if (!isUndoable(step)) return;
    const after = await this.cells();
    if (this.pick(2) === 0) await this.detach();
    const undos = await this.undo(requestId);
    expect([step, withoutUnset(await this.cells())]).toEqual([step, withoutUnset(before)]);
    await this.undoAgain(requestId);
    for (const undo of undos.reverse()) await this.undo(undo);
    expect([step, await this.cells()]).toEqual([step, after]);
    this.done.push(requestId);
  }

  /**
   * Takes the rules of some plans away, which changes no cell. An undo still restores their cells, because it
   * restores what the push has changed.
   */
  private async detach(): Promise<void> {
    for (const [ratePlanId, { rule }] of this.model.hotel.plans) {
      if (!rule || this.pick(2) === 0) continue;
      const step = { kind: 'changePlan', ratePlanId, rule: null } as const;
      const requestId = (await carryOut(this.service, this.model.hotel, step)) ?? '';
      this.model.apply(step, { requestId, moment: await this.momentOf(requestId) });
    }
  }

  /** Undoes an earlier step, whatever has happened since. */
  async undoEarlier(): Promise<void> {
    const requestId = this.done[this.pick(this.done.length)];
    if (!requestId) return;
    const cells = await this.cells();
    const dryRun = (await this.undoing.undo(requestId, true)).body;
    const { body } = await this.undoing.undo(requestId);
    expect(body.records).toEqual(dryRun.records);
    expect([body.restored, body.changedSince, body.derived]).toEqual([
      dryRun.restored,
      dryRun.changedSince,
      dryRun.derived,
    ]);
    const now = await this.cells();
    for (const record of body.records) {
      const key = keyOf(record);
      if (record.verdict === 'restored') expect([key, textOf(now[key])]).toEqual([key, textOf(record.to)]);
      else expect([key, now[key]]).toEqual([key, cells[key]]);
    }
    const before = await this.cells(await this.justBefore(requestId));
    for (const record of body.records) {
      const key = keyOf(record);
      if (record.verdict === 'restored' && record.ratePlanId !== null)
        expect([key, textOf(record.to)]).toEqual([key, textOf(before[key])]);
    }
    for (const undo of body.requestIds.reverse()) await this.undo(undo);
    expect(await this.cells()).toEqual(cells);
  }

  /** @returns the request ids of the undo, one for each room; none if there was nothing to undo */
  private async undo(requestId: string): Promise<string[]> {
    const { status, body } = await this.undoing.undo(requestId);
    expect({ status, unknown: body.unknown, changedSince: body.changedSince }).toEqual({
      status: 200,
      unknown: 0,
      changedSince: 0,
    });
    return body.requestIds;
  }

  private async undoAgain(requestId: string): Promise<void> {
    const { body } = await this.undoing.undo(requestId);
    expect({ restored: body.restored, derived: body.derived, requestIds: body.requestIds }).toEqual({
      restored: 0,
      derived: 0,
      requestIds: [],
    });
  }

  private async cells(at = ''): Promise<Cells> {
    const cells: Cells = {};
    for (const roomId of this.model.hotel.rooms.keys()) {
      const path = `/rooms/${roomId}/calendar?${RANGE}${at && `&at=${at}`}`;
      const { status, body } = await this.service.admin<Calendar>('GET', path);
      if (status === 404 && at) continue;
      for (const { date, totalRooms, closed, prices } of body.days) {
        cells[`room ${roomId} roomsLeft ${date}`] = totalRooms;
        cells[`room ${roomId} closed ${date}`] = closed;
        for (const { ratePlanId, price, restrictions = {} } of prices) {
          cells[`${ratePlanId} price ${date}`] = price;
          for (const [name, value] of Object.entries(restrictions))
            cells[`${ratePlanId} ${name} ${date}`] = value;
        }
      }
    }
    return cells;
  }

  /** The entries of a message, by room. */
  private async entriesOf(callId: string): Promise<Map<string, string>> {
    const rows = await this.service.dataSource.query<{ roomId: string; id: string }[]>(
      `SELECT room_id AS "roomId", id FROM journal_entry WHERE call_id = $1`,
      [callId],
    );
    return new Map(rows.map(({ roomId, id }) => [roomId, id]));
  }

  private momentOf(requestId: string): Promise<string> {
    return this.moment(`applied_at`, requestId);
  }

  private justBefore(requestId: string): Promise<string> {
    return this.moment(`applied_at - interval '1 microsecond'`, requestId);
  }

  private async moment(moment: string, requestId: string): Promise<string> {
    const [row] = await this.service.dataSource.query<[{ at: string }]>(
      `SELECT to_char((${moment}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
         FROM journal_entry WHERE id = $1`,
      [requestId],
    );
    return row.at;
  }
}

/** Leaves out values that are not set, and rooms left of 0: a missing record means the same. */
function withoutUnset(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value));
}

function keyOf({ roomId, ratePlanId, field, date }: Undone['records'][number]): string {
  return ratePlanId === null
    ? `room ${roomId} ${field ?? 'roomsLeft'} ${date}`
    : `${ratePlanId} ${field ?? 'price'} ${date}`;
}

/** A restriction that is not set is left out of calendars, and false or null in records. */
function textOf(value: string | number | boolean | null | undefined): string {
  return String(value || null);
}

describe('undos of random pushes and releases', () => {
  it.each(SEEDS)(
    'An undo restores all that was before, and its own undo takes that back (seed %i)',
    async (seed) => {
      const service = await TestService.start();
      try {
        const hotel = new UndoneHotel(service, random(seed));
        for (let step = 0; step < STEPS / SEEDS.length; step++) {
          await hotel.takeStep();
          if (step % 3 === 0) await hotel.undoEarlier();
        }
      } finally {
        await service.stop();
      }
    },
    3_600_000,
  );
});
