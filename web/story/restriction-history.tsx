import type { RestrictionStory } from '../api-types';
import { restrictionsInWords } from '../fields';
import { operationInWords } from '../journal/operations';
import { useApi } from '../session';
import { Failure } from '../ui/status';
import { useLoad } from '../use-load';
import { History } from './history';
import { HistoryItem } from './history-item';

/** The calls that changed the restrictions of a plan on a date; nothing if no call did. */
export function RestrictionHistory({
  ratePlanId,
  date,
  cursor,
  limit,
  pollMs,
}: {
  ratePlanId: string;
  date: string;
  /** The history begins before it; undefined for the newest change. */
  cursor: string | undefined;
  limit: number;
  pollMs: number;
}) {
  const api = useApi();
  const read = (from: string | undefined, signal?: AbortSignal) =>
    api.get<RestrictionStory>(
      `ratePlans/${ratePlanId}/restrictions/${date}`,
      { limit, cursor: from },
      signal,
    );
  const { data, error, reload } = useLoad(
    (signal) => read(cursor, signal),
    [ratePlanId, date, cursor],
    pollMs,
  );
  if (!data) return error ? <Failure error={error} retry={reload} /> : null;
  if (data.history.length === 0 && data.nextCursor === null) return null;
  return (
    <History title="History of the restrictions" hasWords story={data} read={read} show={showRestrictions} />
  );
}

function showRestrictions(entry: RestrictionStory['history'][number]) {
  const value = restrictionsInWords(entry.restrictions);
  return (
    <HistoryItem
      value={value}
      kind={operationInWords(entry.operation)}
      isUndo={entry.operation === 'undo'}
      entry={entry}
    />
  );
}
