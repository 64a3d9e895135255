import { Injectable } from '@nestjs/common';
import type { Row } from '../../platform/http/csv';
import { inWords } from '../../platform/http/csv';
import type { CsvTable } from '../../platform/http/csv.interceptor';
import { exampleDay } from '../../platform/openapi/example-day';
import { PlaceNamesRepository } from '../../push/journal/place-names.repository';
import type { HeldPricePage } from './held-price.dto';

const TITLES = [
  ...['Hotel', 'Room', 'Room id', 'Rate plan', 'Rate plan id', 'Date', 'Old', 'New', 'Why', 'Pushed'],
  'Request id',
];

export const HELD_PRICE_EXAMPLE: Row[] = [
  TITLES,
  [
    ...['Hotel Bar', 'Double', '1', 'Flexible', '12', exampleDay(8), '100.10', '1.00', 'below minimum'],
    ...['2026-11-21T12:00:00.000Z', '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77'],
  ],
];

@Injectable()
export class HeldPriceTable implements CsvTable<HeldPricePage> {
  readonly limit = 200;

  constructor(private readonly names: PlaceNamesRepository) {}

  async rows({ items }: HeldPricePage): Promise<Row[]> {
    const namesOf = await this.names.find(items);
    const lines = items.map((price) => {
      const { hotel, room, ratePlan } = namesOf(price);
      const place = [hotel, room, price.roomId, ratePlan, price.ratePlanId];
      return [
        ...[...place, price.date, price.price, price.held],
        ...[inWords(price.reason), price.heldAt, price.requestId],
      ];
    });
    return [TITLES, ...lines];
  }
}
