import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ServiceProcess } from '../support/service-process';
import type { Bench } from './bench';
import type { Caller, Push } from './caller';
import { pricePush } from './caller';
import type { Dates } from './messages';
import { channexMessage, fullChange, priceChange } from './messages';
import type { Room } from './rooms';
import { createRoomOfPushedPlans, createRooms, daysFromToday } from './rooms';
import { median, percentile99 } from './rounds';
import type { Row } from './table';

const ROOMS = 17;
const PLANS = 10;
const DAYS = daysFromToday(588);
/** With this many dates, a message with one change for each date stays below 10 MiB. */
const DAYS_BY_DATE = 300;
const OTHERS = 20;
/** The number of pushes to each of the other rooms, before the memory of the idle service is measured. */
const ORDINARY_PUSHES = 50;
const PAUSE_MS = 100;
const SAMPLE_MS = 20;

let price = 100;
let hotels = 0;

/** Measures messages about a whole property, alone and beside 20 callers that push to other rooms. */
export async function measureLargeMessage(bench: Bench): Promise<Row[]> {
  const { client, settings } = bench.database;
  const service = await bench.startService(settings);
  const caller = bench.connect(service, 1);
  const others = await createRooms(client, OTHERS);
  const callers = bench.connect(service, OTHERS, await createToken(service));
  const small = others.map((room) =>
    Array.from({ length: ORDINARY_PUSHES }, (_, n) => pricePush(room, DAYS.slice(0, 3), 100 + n)),
  );
  await callers.pushAll(small);
  const idle = await service.memory();
  const rounds = bench.isQuick ? 3 : 7;
  // Node compiles the code of the messages in their first runs.
  const warmUp = await createHotel(client);
  await caller.push(ofWeeks(warmUp));
  await caller.push(ofDates(warmUp));

  const first: number[] = [];
  const byWeek: number[] = [];
  const byDate: number[] = [];
  const memory = await greatestMemory(service, async () => {
    for (let round = 0; round < rounds; round++) {
      const hotel = await createHotel(client);
      first.push(await secondsOf(caller, ofWeeks(hotel)));
      byWeek.push(await secondsOf(caller, ofWeeks(hotel)));
      byDate.push(await secondsOf(caller, ofDates(hotel)));
    }
  });
  const waits = await beside(callers, others, async () => {
    for (let round = 0; round < rounds; round++) {
      await caller.push(ofWeeks(warmUp));
      await caller.push(ofDates(warmUp));
    }
  });
  const seconds = (name: 'channex_message_seconds', times: number[]): Row => ({
    name,
    ratio: median(times),
    service: `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s`,
  });
  return [
    seconds('channex_message_seconds', byWeek),
    { ...seconds('channex_message_seconds', first), name: 'channex_first_message_seconds' },
    { ...seconds('channex_message_seconds', byDate), name: 'channex_message_by_date_seconds' },
    {
      name: 'channex_message_mebibytes',
      ratio: memory - idle,
      service: `${memory.toFixed(0)} MiB`,
      against: `${idle.toFixed(0)} MiB`,
    },
    {
      name: 'beside_channex_message_ms',
      ratio: percentile99(waits),
      service: `${waits.length} pushes, at most ${Math.max(...waits).toFixed(0)} ms`,
    },
  ];
}

/** The other callers need their own token, because capacity is shared by token. */
async function createToken(service: ServiceProcess): Promise<string> {
  const body = JSON.stringify({ name: 'Others', scopes: ['push'] });
  const answer = await service.call('/admin/accessTokens', { method: 'POST', body });
  return ((await answer.json()) as { token: string }).token;
}

/** A property of 170 plans. */
async function createHotel(client: Client): Promise<{ code: string; rooms: Room[] }> {
  const code = `large${++hotels}`;
  const rooms: Room[] = [];
  for (let n = 0; n < ROOMS; n++) rooms.push(await createRoomOfPushedPlans(client));
  await client.query(`UPDATE room SET property_code = $2, maximum_guests = 2 WHERE id = ANY ($1)`, [
    rooms.map(({ id }) => id),
    code,
  ]);
  await client.query(`ANALYZE room, rate_plan`);
  return { code, rooms };
}

type Hotel = Awaited<ReturnType<typeof createHotel>>;

/** A message of prices and three restrictions, with other values for each week. */
function ofWeeks({ code, rooms }: Hotel): Push {
  const weeks = DAYS.filter((_, day) => day % 7 === 0).map((from, week): Dates => [
    from,
    DAYS[week * 7 + 6] ?? from,
  ]);
  price += 1;
  const changes = plansOf(rooms).flatMap(({ room, plan }) =>
    weeks.map((dates, week) => fullChange(room, plan, dates, price + week)),
  );
  return channexMessage(code, changes);
}

/** A message of prices, with another one for each date. */
function ofDates({ code, rooms }: Hotel): Push {
  const days = DAYS.slice(0, DAYS_BY_DATE);
  price += 1;
  const changes = plansOf(rooms).flatMap(({ room, plan }) =>
    days.map((date, day) => priceChange(room, plan, [date, date], price + day * 0.25)),
  );
  return channexMessage(code, changes);
}

function plansOf(rooms: Room[]): { room: Room; plan: string }[] {
  return rooms.flatMap((room) => room.ratePlanIds.slice(0, PLANS).map((plan) => ({ room, plan })));
}

async function secondsOf(caller: Caller, push: Push): Promise<number> {
  const start = performance.now();
  await caller.push(push);
  return (performance.now() - start) / 1_000;
}

/** @returns the greatest memory of a service while something runs, in MiB */
async function greatestMemory(service: ServiceProcess, run: () => Promise<void>): Promise<number> {
  const over = new AbortController();
  let greatest = 0;
  const sampling = (async () => {
    while (!over.signal.aborted) {
      greatest = Math.max(greatest, await service.memory());
      await delay(SAMPLE_MS);
    }
  })();
  await run().finally(() => {
    over.abort();
  });
  await sampling;
  return greatest;
}

/** @returns the times of the pushes of others while something runs, in milliseconds */
async function beside(callers: Caller, rooms: Room[], run: () => Promise<void>): Promise<number[]> {
  const over = new AbortController();
  const times: number[] = [];
  const pushing = rooms.map(async (room, n) => {
    await delay((n * PAUSE_MS) / OTHERS);
    while (!over.signal.aborted) {
      const push = pricePush(room, DAYS.slice(0, 3), (price += 1));
      const start = performance.now();
      await callers.push(push);
      times.push(performance.now() - start);
      await delay(PAUSE_MS);
    }
  });
  await run().finally(() => {
    over.abort();
  });
  await Promise.all(pushing);
  return times;
}
