import { NOT_SET } from '../calendar/cell';
import type { RecordedChanges } from '../calendar/dated-records';
import type { StateColumns } from '../calendar/state-columns';
import { stateColumns } from '../calendar/state-columns';
import { listText } from '../platform/database/list-text';
import type { PreparedStatement } from '../platform/database/prepared-statement';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';
import * as sql from './rate-room-availability.statements';

/** Writes the recorded states of prices and restrictions. A state has the values of all plans of a room on one date. */
export function planStateWrites({ recorded, planListIds }: RecordedChanges): Write[] {
  const writesOf = (
    statement: PreparedStatement,
    { keys, days, roomIds, origins }: StateColumns<{ values: number[] }>,
  ) => {
    if (days.length === 0) return [];
    const planLists = listText(roomIds.map((roomId) => planListIds.get(roomId) ?? null));
    const texts = `{"${days.map(({ values }) => stateText(values)).join('","')}"}`;
    return [write(statement, [...keys, planLists, texts, ...origins])];
  };
  return [
    ...writesOf(
      sql.INSERT_PRICE_STATES,
      stateColumns(recorded, ({ change }) => change.prices),
    ),
    ...writesOf(
      sql.INSERT_RESTRICTION_STATES,
      stateColumns(recorded, ({ change }) => change.restrictions),
    ),
  ];
}

/** The values of a state: NULL is a price that is not set. */
function stateText(values: readonly number[]): string {
  const text = values.join();
  return `{${values.includes(NOT_SET) ? text.replaceAll(String(NOT_SET), 'NULL') : text}}`;
}
