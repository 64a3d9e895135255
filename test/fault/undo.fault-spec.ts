import { Client } from 'pg';
import { addDays } from '../../src/platform/dates/calendar-date';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { ServiceProcess } from '../support/service-process';
import type { Undone } from '../support/undo';
import { until } from '../support/until';
import { note } from './support/figures';
import { holdRooms } from './support/hold-rooms';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { PostgresProcess } from './support/postgres-process';

const HOTELS = 2;
const KILLS = 2;
/** The number of simultaneous calls. */
const CALLS = 8;
/** The dates of the wrong pushes. The right pushes cover the first half of them. */
const DATES = 30;

const today = new Date().toISOString().slice(0, 10) as CalendarDate;

describe('an undo whose instance is killed', () => {
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  let rooms: Hotel['rooms'];
  /** The tables before the wrong pushes, and the time at which these began. */
  let before: string[];
  let from: string;
  const start = () => ServiceProcess.start({ DATABASE_URL: postgres.url });
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    service = await start();
  });
  afterAll(async () => {
    await service.terminate();
    await postgres.stop();
  });
  beforeEach(async () => {
    rooms = [];
    for (let n = 0; n < HOTELS; n++) rooms.push(...(await openHotel(postgres.url)).rooms);
    await pushToAll(100, 5, DATES / 2);
    before = await tables();
    from = new Date().toISOString();
    await pushToAll(1, 1, DATES);
  });

  it('An undo whose instance is killed repeatedly restores each room once, and thus the calendar', async () => {
    // The undo goes from room to room. It waits at each held room until the room is released after a kill.
    const held = Array.from({ length: KILLS }, (_, n) => Math.ceil(((n + 1) * rooms.length) / (KILLS + 1)));
    const locks = await Promise.all(held.map((index) => holdRooms(postgres, rooms.slice(index, index + 1))));
    const undone = post({ from });
    const undoId = await begun();
    const doneAtKill: number[] = [];
    for (const [kill, release] of locks.entries()) {
      doneAtKill.push(await isDone(undoId, held[kill]!));
      await service.kill9();
      await release();
      await forgetInstance(undoId);
      service = await start();
    }
    expect(await undone).toBeUndefined();
    const { restored, changedSince } = await isFinished(undoId);
    note({ rooms: rooms.length, 'done at each kill': doneAtKill.join(' '), restored });
    expect({ restored, changedSince }).toEqual({ restored: cells(), changedSince: 0 });
    expect(await entriesByRoom()).toEqual(rooms.map(() => 1));
    expect(await tables()).toEqual(before);
  });

  it('An undo whose instance is killed before a commit is finished by a second call to another instance', async () => {
    const other = await start();
    const third = Math.ceil(rooms.length / 3);
    const release = await holdRooms(postgres, rooms.slice(third, third + 1));
    const undone = post({ from });
    const undoId = await begun();
    const client = new Client(postgres.url);
    await client.connect();
    await isDone(undoId, third);
    // The last statement of a step notes that an instance works on the undo.
    await client.query('BEGIN');
    await client.query(`SELECT FROM undo WHERE id = $1 FOR UPDATE`, [undoId]);
    await release();
    await until(isAtEndOfStep);
    await service.kill9();
    service = other;
    await client.query('ROLLBACK');
    await client.end();
    expect(await undone).toBeUndefined();
    const first = await progress(undoId);
    expect(first.state).toBe('running');
    const second = await isFinished((await post({ from }))?.undoId ?? '');
    note({ rooms: rooms.length, 'done at the kill': first.roomsDone, restored: second.restored });
    expect(first.roomsDone).toBeGreaterThan(0);
    expect(second).toMatchObject({ restored: cells() - first.restored, changedSince: first.restored });
    expect(await entriesByRoom()).toEqual(rooms.map(() => 1));
    expect(await tables()).toEqual(before);

    // The first undo continues after the next start, and finds nothing left to do.
    await forgetInstance(undoId);
    await service.kill9();
    service = await start();
    const { restored, changedSince } = await isFinished(undoId);
    expect({ restored, changedSince }).toEqual({ restored: first.restored, changedSince: second.restored });
    expect(await tables()).toEqual(before);
  });

  /** The number of pushed records of all rooms: prices and rooms left. */
  function cells(): number {
    return rooms.length * DATES * 2;
  }

  async function pushToAll(price: number, roomsLeft: number, days: number): Promise<void> {
    const dates = Array.from({ length: days }, (_, day) => addDays(today, day));
    const calls = rooms.flatMap(({ id, ratePlanId }): [string, object[]][] => [
      [`/updateCalendarInventory?roomId=${id}`, dates.map((date) => ({ date, inventoryNumber: roomsLeft }))],
      [`/updateCalendarPrices?roomId=${id}&ratePlanId=${ratePlanId}`, dates.map((date) => ({ date, price }))],
    ]);
    const callOneByOne = async () => {
      for (let next = calls.pop(); next; next = calls.pop()) {
        const [path, body] = next;
        const { status } = await service.call(path, { method: 'POST', body: JSON.stringify(body) });
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: CALLS }, callOneByOne));
  }

  /** @returns undefined if the instance was killed before it answered */
  async function post(body: object): Promise<Undone | undefined> {
    try {
      const answer = await service.call('/admin/journal/undo', {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Undone;
    } catch {
      return undefined;
    }
  }

  async function progress(undoId: string): Promise<Undone> {
    return (await (await service.call(`/admin/journal/undo/${undoId}`)).json()) as Undone;
  }

  function isFinished(undoId: string): Promise<Undone> {
    return until(async () => {
      const undo = await progress(undoId);
      return undo.state !== 'running' && undo;
    });
  }

  function begun(): Promise<string> {
    return until(async () => {
      const rows = await postgres.query<{ id: string }>(`SELECT id FROM undo WHERE finished_at IS NULL`);
      return rows[0]?.id;
    });
  }

  /** Resolves with the number of finished rooms when it reaches a minimum. */
  function isDone(undoId: string, least: number): Promise<number> {
    return until(async () => {
      const [row] = await postgres.query<{ done: number }>(
        `SELECT count(*)::int AS done FROM undo_room WHERE undo_id = $1 AND is_done`,
        [undoId],
      );
      return row && row.done >= least && row.done;
    });
  }

  /** Ages an undo by a minute, so that the killed instance no longer counts as working on it. */
  async function forgetInstance(undoId: string): Promise<void> {
    await postgres.query(`UPDATE undo SET touched_at = touched_at - interval '1 minute' WHERE id = $1`, [
      undoId,
    ]);
  }

  /** Whether a step waits with its last statement. */
  async function isAtEndOfStep(): Promise<boolean> {
    const rows = await postgres.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE undo SET%'`,
    );
    return rows.length > 0;
  }

  /** The number of undo entries of each room. */
  async function entriesByRoom(): Promise<number[]> {
    const rows = await postgres.query<{ entries: number }>(
      `SELECT (SELECT count(*)::int FROM journal_entry WHERE operation = 'undo' AND room_id = room.id) AS entries
         FROM unnest($1::bigint[]) AS room (id)`,
      [rooms.map(({ id }) => id)],
    );
    return rows.map(({ entries }) => entries);
  }

  /** The prices that are set, and the rooms left above 0. An undo leaves records without these, which count as missing. */
  async function tables(): Promise<string[]> {
    const rows = await postgres.query<{ line: string }>(
      `SELECT concat_ws(' ', room_id, rate_plan_id, date, price) AS line FROM rate_room_availability
        WHERE room_id = ANY($1) AND price IS NOT NULL
        UNION ALL
       SELECT concat_ws(' ', room_id, date, total_rooms, occupied_rooms) FROM room_availability
        WHERE room_id = ANY($1) AND total_rooms > 0
        ORDER BY line`,
      [rooms.map(({ id }) => id)],
    );
    return rows.map(({ line }) => line);
  }
});
