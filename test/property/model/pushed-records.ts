import type { Value } from './cell';
import type { Field } from './fields';
import { meaningOf } from './fields';
import type { Hotel } from './hotel';
import type { MessagePart, Push } from './steps';

/** The update window of a service whose day is 2026-12-01. */
const WINDOW = { from: '2026-11-30', to: '2028-12-01' };
/** The last day of a message, 750 days from today. */
const LAST_OF_MESSAGES = '2028-12-20';

/** One value that a push sets. */
export interface PushedRecord {
  roomId: string;
  /** Null for a value of the room. */
  ratePlanId: string | null;
  field: Field;
  date: string;
  value: Value;
  /** Why it is not applied: it is outside the update window, or a later record has the same cell. */
  excluded: 'skipped' | 'superseded' | null;
}

/** The rooms that a push is about, in the order of their ids. */
export function roomsOf(hotel: Hotel, push: Push): string[] {
  if (push.kind !== 'message') return ['roomId' in push ? push.roomId : hotel.plan(push.ratePlanId).roomId];
  return [...new Set(push.parts.map(({ roomId }) => roomId))].sort((one, other) => +one - +other);
}

/** Expands a push into its records, in their order. */
export function recordsOf(hotel: Hotel, push: Push): PushedRecord[] {
  const records = everyRecord(hotel, push);
  const last = new Map(records.map((record) => [keyOf(record), record]));
  return records.map((record) => ({
    ...record,
    excluded: isOutside(push, record.date)
      ? 'skipped'
      : last.get(keyOf(record)) === record
        ? null
        : 'superseded',
  }));
}

function everyRecord(hotel: Hotel, push: Push): PushedRecord[] {
  const [roomId = ''] = roomsOf(hotel, push);
  const dated = (ratePlanId: string | null, field: Field, values: object) =>
    Object.entries(values).map(([date, value]: [string, bigint | number | boolean]) =>
      record(roomId, ratePlanId, field, date, BigInt(value)),
    );
  switch (push.kind) {
    case 'prices':
      return dated(push.ratePlanId, 'price', push.prices);
    case 'minStay':
      return dated(push.ratePlanId, 'minStayArrival', push.nights);
    case 'maxStay':
      return dated(push.ratePlanId, 'maxStay', push.nights);
    case 'inventory':
      return dated(null, 'roomsLeft', push.roomsLeft);
    case 'blackout':
      return dated(null, 'closed', push.closed);
    case 'message':
      return push.parts.flatMap(({ roomId: ofPart, ratePlanId, from, to, values }) =>
        Object.entries(values).flatMap(([field, value]) =>
          plansOf(hotel, ofPart, ratePlanId, field).flatMap((ofPlan) =>
            daysBetween(from, to).map((date) => record(ofPart, ofPlan, field as Field, date, value)),
          ),
        ),
      );
  }
}

/** The plans for which a part of a message sets a field: null for the room. A part without a plan is about all of them. */
function plansOf(hotel: Hotel, roomId: string, ratePlanId: string | null, field: string): (string | null)[] {
  if (field === 'roomsLeft') return [null];
  if (ratePlanId !== null) return [ratePlanId];
  const ofRoom = [...hotel.plans].flatMap(([id, plan]) => (plan.roomId === roomId ? [id] : []));
  return ofRoom.sort((one, other) => +one - +other);
}

/** A text that is the same for pushes with the same content, whatever number stands for "none" in a message. */
export function contentOf(push: Push): string {
  return JSON.stringify(push, (key, value: unknown) => {
    if (key !== 'values') return typeof value === 'bigint' ? String(value) : value;
    const values = Object.entries(value as MessagePart['values']) as [Field, bigint][];
    return values.map(([field, number]) => [field, String(meaningOf(field, number))]);
  });
}

function record(roomId: string, ratePlanId: string | null, field: Field, date: string, value: bigint) {
  return { roomId, ratePlanId, field, date, value: meaningOf(field, value), excluded: null };
}

function keyOf({ roomId, ratePlanId, field, date }: PushedRecord): string {
  return [roomId, ratePlanId, field, date].join(' ');
}

function isOutside(push: Push, date: string): boolean {
  return date < WINDOW.from || date > (push.kind === 'message' ? LAST_OF_MESSAGES : WINDOW.to);
}

/** Returns all days, both ends included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000)
    days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}
