import type { Row } from '../../platform/http/csv';
import { labelOf } from '../operations';
import { JOURNAL_TITLES } from './journal-table';

/** An example of the journal as CSV. */
export const JOURNAL_EXAMPLE: Row[] = [
  JOURNAL_TITLES,
  [
    ...['2026-11-21T12:00:00.000Z', labelOf('updateCalendarPrices'), 'Hotel Bar', 'Double', '1'],
    ...['Flexible', '12', '2026-12-01', '2026-12-31', '7.30', '9.10', 'allbookers', 'applied', ''],
    ...[31, 31, 0, 0, 0, '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77'],
  ],
];
