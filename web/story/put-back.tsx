import type { WholeJournalEntry } from '../api-types';
import { formatCount, formatShortMoment } from '../format';
import { receivedAt } from '../request-id';
import { useApi } from '../session';
import { useLoad } from '../use-load';

/** Says which calls an undo has taken back: "put back when the call of 28 November 07:45 was undone". */
export function PutBack({ requestId }: { requestId: string }) {
  const api = useApi();
  const { data } = useLoad(
    (signal) => api.get<WholeJournalEntry>(`journal/${requestId}`, {}, signal),
    [requestId],
  );
  return <>{putBackInWords(data?.undoes ?? [])}</>;
}

function putBackInWords([first, ...others]: string[]): string {
  if (first === undefined) return 'put back by an undo';
  if (others.length > 0) return `put back when ${formatCount(1 + others.length)} calls were undone`;
  return `put back when the call of ${formatShortMoment(receivedAt(first))} was undone`;
}
