import { Injectable } from '@nestjs/common';
import type { Row } from '../../platform/http/csv';
import type { CsvTable } from '../../platform/http/csv.interceptor';
import { PlaceNamesRepository } from '../../push/journal/place-names.repository';
import { planCells, RATE_PLAN_COLUMNS } from '../../room/room-table';
import type { RatePlanPage } from './rate-plan.dto';

const TITLES = ['Hotel', 'Room', 'Room id', ...Object.values(RATE_PLAN_COLUMNS)];

export const RATE_PLANS_EXAMPLE: Row[] = [
  TITLES,
  ['Hotel Bar', 'Double', 1, 'Flexible', 12, 'EUR', null, null, null],
  ['Hotel Bar', 'Double', 1, 'Not refundable', 13, 'EUR', 12, -10, null],
];

/** Rate plans as a table, with columns of an import. */
@Injectable()
export class RatePlanTable implements CsvTable<RatePlanPage> {
  readonly limit = 200;

  constructor(private readonly names: PlaceNamesRepository) {}

  async rows({ items }: RatePlanPage): Promise<Row[]> {
    const namesOf = await this.names.find(items.map(({ roomId }) => ({ roomId, ratePlanId: null })));
    const lines = items.map((plan) => {
      const { hotel, room } = namesOf({ roomId: plan.roomId, ratePlanId: null });
      return [hotel, room, plan.roomId, ...planCells(plan)];
    });
    return [TITLES, ...lines];
  }
}
