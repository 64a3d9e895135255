import { Injectable } from '@nestjs/common';
import type { Row } from '../platform/http/csv';
import type { CsvTable } from '../platform/http/csv.interceptor';
import type { RatePlanOfRoom, RoomPage } from './room.dto';

/** The columns of a room, by the fields of the API. */
export const ROOM_COLUMNS = {
  propertyName: 'Hotel',
  propertyCode: 'Hotel code',
  name: 'Room',
  id: 'Room id',
  totalRooms: 'Rooms',
  maximumGuests: 'Guests',
  adults: 'Adults',
  children: 'Children',
} as const;

/** The columns of a rate plan, by the fields of the API: its rule is a percentage and then an amount, or one of them. */
export const RATE_PLAN_COLUMNS = {
  name: 'Rate plan',
  id: 'Rate plan id',
  currency: 'Currency',
  from: 'Derived from',
  percent: 'Per cent',
  amount: 'Amount',
} as const;

export type RoomColumn = keyof typeof ROOM_COLUMNS;
export type RatePlanColumn = keyof typeof RATE_PLAN_COLUMNS;

const ROOM_FIELDS = Object.keys(ROOM_COLUMNS) as RoomColumn[];
const TITLES = [...Object.values(ROOM_COLUMNS), ...Object.values(RATE_PLAN_COLUMNS)];

export const ROOMS_EXAMPLE: Row[] = [
  TITLES,
  ['Hotel Bar', 'H1', 'Double', 1, 5, 3, 2, 1, 'Flexible', 12, 'EUR', null, null, null],
  ['Hotel Bar', 'H1', 'Double', 1, 5, 3, 2, 1, 'Not refundable', 13, 'EUR', 12, -10, null],
];

/** Rooms as a table: a line for each rate plan, and one for a room without any. An import takes the same columns. */
@Injectable()
export class RoomTable implements CsvTable<RoomPage> {
  readonly limit = 200;

  rows({ items }: RoomPage): Row[] {
    const lines = items.flatMap((room) => {
      const head = ROOM_FIELDS.map((field) => room[field]);
      return room.ratePlans.length === 0
        ? [[...head, ...Object.keys(RATE_PLAN_COLUMNS).map(() => null)]]
        : room.ratePlans.map((plan) => [...head, ...planCells(plan)]);
    });
    return [TITLES, ...lines];
  }
}

/** Returns the cells of a rate plan, in the order of its columns. */
export function planCells({ name, id, currency, derivation }: Pick<RatePlanOfRoom, RatePlanField>): Row {
  const rule = derivation as { from: string; steps: Step[] } | null;
  const cells = rule && stepCells(rule.steps);
  return [name, id, currency, ...(rule && cells ? [rule.from, ...cells] : [null, null, null])];
}

type RatePlanField = 'name' | 'id' | 'currency' | 'derivation';

interface Step {
  percent?: string;
  amount?: string;
}

/** Returns the percentage and the amount of a rule; undefined for steps that two columns cannot express. */
export function stepCells(
  steps: Step[],
): [percent: string | undefined, amount: string | undefined] | undefined {
  const [first, second] = steps;
  if (steps.length > 2 || (steps.length === 2 && !(first?.percent && second?.amount))) return undefined;
  return [first?.percent, first?.amount ?? second?.amount];
}
