import { Injectable } from '@nestjs/common';
import type { Row } from '../../platform/http/csv';
import type { CsvTable } from '../../platform/http/csv.interceptor';
import { labelOf } from '../operations';
import type { JournalPage } from './journal.dto';
import { PlaceNamesRepository } from './place-names.repository';

export const JOURNAL_TITLES = [
  ...['Received', 'What', 'Hotel', 'Room', 'Room id', 'Rate plan', 'Rate plan id', 'From', 'To'],
  ...['Lowest', 'Highest', 'Token', 'Outcome', 'Problem'],
  ...['Received records', 'Applied', 'Skipped', 'Held', 'Late', 'Request id'],
];

/** The journal as a table: a line for each entry. */
@Injectable()
export class JournalTable implements CsvTable<JournalPage> {
  readonly limit = 200;

  constructor(private readonly names: PlaceNamesRepository) {}

  async rows({ items }: JournalPage): Promise<Row[]> {
    const namesOf = await this.names.find(items);
    const lines = items.map((entry) => {
      const { hotel, room, ratePlan } = namesOf(entry);
      const { span } = entry;
      return [
        ...[
          entry.receivedAt,
          labelOf(entry.operation),
          hotel,
          room,
          entry.roomId,
          ratePlan,
          entry.ratePlanId,
        ],
        ...[span?.from, span?.to, span?.lowest, span?.highest, entry.token, entry.outcome, entry.problem],
        ...[entry.received, entry.applied, entry.skipped, entry.held, entry.late, entry.requestId],
      ];
    });
    return [JOURNAL_TITLES, ...lines];
  }
}
