import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { Bench } from './bench';
import type { Push } from './caller';
import { inventoryPush, pricePush } from './caller';
import type { Room } from './rooms';
import { createRoom, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);

/** Compares pushes of restrictions with others, and pushes of prices to rooms with and without restrictions. */
export async function measureRestrictions({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const [stays, plain, restricted, closed, left] = [
    await createRoom(client),
    await createRoom(client),
    await createRoom(client),
    await createRoom(client),
    await createRoom(client),
  ];
  for (const room of [stays, plain, restricted, closed, left]) await caller.push(pricePush(room, DAYS, 100));
  await caller.push(stayPush(restricted, DAYS, 'Min', 2));
  await caller.push(stayPush(restricted, DAYS, 'Max', 14));
  await client.query(`ANALYZE rate_room_availability, room_availability`);
  const pushed = (pushOf: (round: number) => Push) => (round: number) => {
    const push = pushOf(round);
    return () => caller.push(push);
  };
  const times = await inTurn(
    {
      stays: pushed((round) => stayPush(stays, DAYS, 'Min', 2 + (round % 100))),
      plain: pushed((round) => pricePush(plain, DAYS, 101 + round)),
      restricted: pushed((round) => pricePush(restricted, DAYS, 101 + round)),
      closed: pushed((round) => blackoutPush(closed, DAYS, round % 2 === 0)),
      left: pushed((round) => inventoryPush(left, DAYS, 10 + round)),
    },
    { ...rounds, rounds: rounds.rounds * 2 },
  );
  return [
    timesRow('min_stay_over_prices', times.stays, times.plain),
    timesRow('blackout_over_inventory', times.closed, times.left),
    timesRow('prices_beside_restrictions', times.restricted, times.plain),
  ];
}

/** A push of the minimum or maximum stay of a room's first plan, which the others inherit. */
export function stayPush(room: Room, days: CalendarDate[], which: 'Min' | 'Max', nights: number): Push {
  return {
    path: `/updateCalendar${which}Stay?roomId=${room.id}&ratePlanId=${room.ratePlanIds[0]}`,
    body: JSON.stringify(days.map((date) => ({ date, [`${which.toLowerCase()}Stay`]: nights }))),
  };
}

export function blackoutPush(room: Room, days: CalendarDate[], isClosed: boolean): Push {
  return {
    path: `/updateCalendarBlackout?roomId=${room.id}`,
    body: JSON.stringify(days.map((date) => ({ date, blackoutStatus: isClosed }))),
  };
}
