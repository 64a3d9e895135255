import { TestService } from '../support/service';
import { Undoing } from '../support/undo';
import { Model } from './model/model';
import type { Random } from './model/random-steps';
import { nextStep, random, RANGE } from './model/random-steps';
import { carryOut } from './model/service-calls';
import type { Step } from './model/steps';

/** How many steps, over all seeds. Many more are tried by hand: see docs/testing.md. */
const STEPS = Number(process.env['STEPS'] ?? 75);
const SEEDS = [20261201, 7, 314159];
const UNDOABLE: Step['kind'][] = ['prices', 'inventory', 'release'];

/** `{ "plan or room date": price or rooms left }`; what has no record is left out. */
type Cells = Record<string, string | number | null>;

/** A service that undoes what it has just done, and that as well, so that it goes on as if nothing had been undone. */
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
    this.model.apply(step, { requestId, moment: await this.momentOf(requestId) });
    if (!UNDOABLE.includes(step.kind)) return;
    const after = await this.cells();
    const undo = await this.undo(requestId);
    expect([step, withoutUnset(await this.cells())]).toEqual([step, withoutUnset(before)]);
    await this.undoAgain(requestId);
    if (undo) await this.undo(undo);
    expect([step, await this.cells()]).toEqual([step, after]);
    this.done.push(requestId);
  }

  /** Whatever has happened since. */
  async undoEarlier(): Promise<void> {
    const requestId = this.done[this.pick(this.done.length)];
    if (!requestId) return;
    const cells = await this.cells();
    const told = (await this.undoing.undo(requestId, true)).body;
    const { body } = await this.undoing.undo(requestId);
    expect(body.records).toEqual(told.records);
    expect([body.restored, body.changedSince, body.derived]).toEqual([
      told.restored,
      told.changedSince,
      told.derived,
    ]);
    const now = await this.cells();
    for (const { roomId, ratePlanId, date, to, verdict } of body.records) {
      const key = ratePlanId === null ? `room ${roomId} ${date}` : `${ratePlanId} ${date}`;
      if (verdict === 'restored') expect([key, String(now[key])]).toEqual([key, String(to)]);
      else expect([key, now[key]]).toEqual([key, cells[key]]);
    }
    const before = await this.cells(await this.justBefore(requestId));
    for (const { ratePlanId, date, to, verdict } of body.records) {
      const key = `${ratePlanId} ${date}`;
      if (verdict === 'restored' && ratePlanId !== null)
        expect([key, to]).toEqual([key, before[key] ?? null]);
    }
    if (body.requestIds.length > 0) await this.undo(body.undoId);
    expect(await this.cells()).toEqual(cells);
  }

  /** @returns the request id of the undo; undefined where there was nothing to undo */
  private async undo(requestId: string): Promise<string | undefined> {
    const { status, body } = await this.undoing.undo(requestId);
    expect({ status, unknown: body.unknown, changedSince: body.changedSince }).toEqual({
      status: 200,
      unknown: 0,
      changedSince: 0,
    });
    return body.requestIds[0];
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
      const { status, body } = await this.service.admin<{
        days: { date: string; totalRooms: number; prices: { ratePlanId: string; price: string | null }[] }[];
      }>('GET', path);
      if (status === 404 && at) continue;
      for (const { date, totalRooms, prices } of body.days) {
        cells[`room ${roomId} ${date}`] = totalRooms;
        for (const { ratePlanId, price } of prices) cells[`${ratePlanId} ${date}`] = price;
      }
    }
    return cells;
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

/** A record that does not exist is the same as one that is not set, and as no rooms left. */
function withoutUnset(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null && value !== 0));
}

describe('undos of random pushes and releases, between changes of rules, plans and rooms', () => {
  it.each(SEEDS)(
    'put back all that was before, and take that back as well (seed %i)',
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
