import { jsonOf, RESTRICTIONS } from './fields';
import type { Hotel } from './hotel';

/** The calendar of a room in the form of JSON, without values that a model cannot know. */
export interface Calendar {
  closures: { id: string; ratePlanId: string | null; from: string; to: string }[];
  days: CalendarDay[];
}

export interface CalendarDay {
  date: string;
  totalRooms: number;
  closed: boolean;
  prices: PriceOfDay[];
}

export interface PriceOfDay {
  ratePlanId: string;
  price: string | null;
  /** The restrictions that are set; undefined if there are none. */
  restrictions?: Record<string, number | boolean>;
}

export function calendarOf(hotel: Hotel, roomId: string): Calendar {
  const closures = [...hotel.closures]
    .filter(([, closure]) => closure.roomId === roomId)
    .map(([id, { ratePlanId, from, to }]) => ({ id, ratePlanId, from, to }));
  return { closures: closures.sort(byId), days: daysOf(hotel, roomId) };
}

export function daysOf(hotel: Hotel, roomId: string): CalendarDay[] {
  const ofRoom = [...hotel.plans]
    .filter(([, plan]) => plan.roomId === roomId)
    .sort(([one], [other]) => +one - +other);
  return [...(hotel.rooms.get(roomId) ?? [])]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, { roomsLeft, closed }]) => ({
      date,
      totalRooms: Number(roomsLeft.value),
      closed: closed.value !== null,
      prices: ofRoom.flatMap(([ratePlanId]) => priceOf(hotel, ratePlanId, date)),
    }));
}

function priceOf(hotel: Hotel, ratePlanId: string, date: string): PriceOfDay[] {
  const day = hotel.plan(ratePlanId).days.get(date);
  if (!day) return [];
  const set = RESTRICTIONS.filter((name) => day[name].value !== null);
  const price = jsonOf('price', day.price.value) as string | null;
  if (set.length === 0) return [{ ratePlanId, price }];
  const restrictions = Object.fromEntries(set.map((name) => [name, jsonOf(name, day[name].value)]));
  return [{ ratePlanId, price, restrictions: restrictions as Record<string, number | boolean> }];
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
