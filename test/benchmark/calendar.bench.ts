import { Client } from 'pg';
import type { CalendarDate } from '../../src/calendar/calendar-date';
import { addDays } from '../../src/calendar/calendar-date';
import { TestService } from '../support/service';
import { inTurn } from './rounds';

/** What someone would write by hand for the same rows, and send as it is. */
const BY_HAND = `
  SELECT json_agg(json_build_object('date', date, 'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms,
                                    'prices', prices) ORDER BY date)
    FROM room_availability
    JOIN (SELECT date, json_agg(json_build_object('ratePlanId', rate_plan_id, 'price', price) ORDER BY rate_plan_id)
                 AS prices
            FROM rate_room_availability WHERE room_id = $1 AND date BETWEEN $2 AND $3 GROUP BY date) AS priced
   USING (date)
   WHERE room_id = $1 AND date BETWEEN $2 AND $3`;

describe('the calendar of 365 days × 11 plans', () => {
  let service: TestService;
  let database: Client;
  beforeAll(async () => {
    service = await TestService.start();
    database = new Client(service.databaseUrl);
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await service.stop();
  });

  it('takes at most twice as long, over HTTP, as json_agg over the same rows in SQL', async () => {
    const room = await service.records.room();
    const base = await service.records.ratePlan(room);
    for (let n = 1; n <= 10; n++)
      await service.records.ratePlan(room, base, { steps: [{ amount: String(n) }] });
    const days = Array.from({ length: 730 }, (_, day) => addDays('2026-12-01' as CalendarDate, day));
    await service.pushPrices(
      room,
      base,
      days.map((date, n) => ({ date, price: 100 + n / 8 })),
    );
    await database.query('ANALYZE'); // as autovacuum does in time: without it the statement by hand is planned badly
    const [from, to] = [days[0], days[364]];
    const medians = await inTurn(
      {
        service: () => service.call(`/admin/rooms/${room}/calendar?from=${from}&to=${to}`),
        sql: () => database.query(BY_HAND, [room, from, to]),
      },
      { rounds: 41, warmUp: 10 },
    );
    const ratio = medians.service / medians.sql;
    console.log(
      `365 days × 11 plans: ${medians.service.toFixed(2)} ms over HTTP, ${medians.sql.toFixed(2)} ms in SQL, ` +
        `ratio ${ratio.toFixed(3)}`,
    );
    expect(ratio).toBeLessThanOrEqual(2);
  });
});
