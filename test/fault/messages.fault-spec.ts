import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { availability, notification, rates, restriction } from '../support/channex';
import { openDataSource } from '../support/data-source';
import { Records } from '../support/records';
import { ServiceProcess, TOKEN } from '../support/service-process';
import type { Database } from './support/database';
import { describeConnected } from './support/database';

const ROOMS = 4;
const KILLS = 6;
const DAYS = 300;
const DAY_MS = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describeConnected('a message about several rooms, connected $way', (start) => {
  let database: Database;
  let service: ServiceProcess;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await start();
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    dataSource = await openDataSource(database.postgres.url);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await service.terminate();
    await database.stop();
  });

  it('A message is there completely or not at all, whenever the service is killed', async () => {
    const records = new Records(dataSource);
    const rooms: { code: string; room: string; base: string; derived: string }[] = [];
    for (let n = 0; n < ROOMS; n++) {
      const room = await records.room();
      const base = await records.ratePlan(room);
      const derived = await records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
      rooms.push({ code: 'H1', room, base, derived });
    }
    await dataSource.query(`UPDATE room SET property_code = 'H1'`);
    const [from, to] = [dayAfter(1), dayAfter(DAYS)];
    const messageOf = (value: number) =>
      notification(
        'H1',
        rooms.flatMap((each) => [
          availability(each, from, to, value),
          restriction(each, from, to, rates(`${value}.00`)),
        ]),
        randomUUID(),
      );
    const send = (body: unknown) =>
      fetch(`${service.url}/channex/changes/`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'api-key': TOKEN },
      }).then(
        ({ status }) => status,
        () => 0,
      );
    /** The distinct values of all rooms and dates: only one if each message was applied as a whole. */
    const values = async () => {
      const rows = await dataSource.query<{ value: number; cells: number }[]>(
        `SELECT value::integer, count(*)::integer AS cells
           FROM (SELECT price FROM rate_room_availability WHERE rate_plan_id = ANY ($1)
                  UNION ALL SELECT total_rooms FROM room_availability) AS cell (value)
          GROUP BY value`,
        [rooms.map(({ base }) => base)],
      );
      const entries = await dataSource.query<{ entries: number }[]>(
        `SELECT count(*)::integer AS entries FROM journal_entry WHERE call_id IS NOT NULL GROUP BY call_id`,
      );
      return { rows, entries: [...new Set(entries.map((call) => call.entries))] };
    };
    const cells = 2 * ROOMS * DAYS;
    const first = performance.now();
    expect(await send(messageOf(1))).toBe(200);
    const duration = performance.now() - first;
    for (let n = 2; n < KILLS + 2; n++) {
      const message = messageOf(n);
      const sent = send(message);
      await delay((duration * (n - 1)) / (KILLS + 1));
      await service.kill9();
      await sent;
      service = await ServiceProcess.start({ DATABASE_URL: database.url });
      const { rows, entries } = await values();
      expect(rows).toEqual([{ value: expect.any(Number) as number, cells }]);
      expect(entries).toEqual([ROOMS]);
      // The sender sends it again.
      expect(await send(message)).toBe(200);
      expect((await values()).rows).toEqual([{ value: n, cells }]);
    }
  });
});
