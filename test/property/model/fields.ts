import type { Value } from './cell';
import { Cell, money } from './cell';

/** The restrictions of a plan and date, as section 2.8 of the contract lists them. */
export const RESTRICTIONS = [
  'stopSell',
  'closedToArrival',
  'closedToDeparture',
  'minStayArrival',
  'minStayThrough',
  'maxStay',
] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

export const ROOM_FIELDS = ['roomsLeft', 'closed'] as const;
export const PLAN_FIELDS = ['price', ...RESTRICTIONS] as const;
export type RoomField = (typeof ROOM_FIELDS)[number];
export type PlanField = (typeof PLAN_FIELDS)[number];
/** The values of a date of a room or of a plan. */
export type Field = RoomField | PlanField;

/** The records of a date: of a room, and of a plan. */
export type RoomDay = Record<RoomField, Cell>;
export type PlanDay = Record<PlanField, Cell>;

export function newRoomDay(): RoomDay {
  return { roomsLeft: new Cell(0n), closed: new Cell(null) };
}

export function newPlanDay(): PlanDay {
  return Object.fromEntries(PLAN_FIELDS.map((field) => [field, new Cell(null)])) as PlanDay;
}

export function isRestriction(field: Field): field is Restriction {
  return RESTRICTIONS.some((name) => name === field);
}

/** Whether the values of a field are Booleans. */
export function isFlag(field: Field): boolean {
  return ['closed', 'stopSell', 'closedToArrival', 'closedToDeparture'].includes(field);
}

/** The meaning of a pushed number: a flag of 0 is not set; a minimum of 0 or 1 or a maximum of 0 is none. */
export function meaningOf(field: Field, value: bigint): Value {
  if (field === 'minStayArrival' || field === 'minStayThrough') return value <= 1n ? null : value;
  if (isFlag(field) || field === 'maxStay') return value === 0n ? null : value;
  return value;
}

export function jsonOf(field: Field, value: Value): string | number | boolean | null {
  if (isFlag(field)) return value !== null;
  if (field === 'price') return money(value);
  return value === null ? null : Number(value);
}
