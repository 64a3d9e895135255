import { hrefOf } from '../router';
import { Moment } from '../ui/moment';
import { PutBack } from './put-back';

/** One change of a value: the new value, the kind of call, its token, and a link to its journal entry. */
export function HistoryItem({
  value,
  kind,
  isUndo,
  entry: { requestId, at, token },
}: {
  value: string;
  kind: string;
  /** Whether an undo has set the value. */
  isUndo: boolean;
  entry: { requestId: string; at: string; token: string | null };
}) {
  return (
    <>
      <span class="history-price">{value}</span>
      <span>
        {isUndo ? <PutBack requestId={requestId} /> : kind}
        {token !== null && (
          <>
            {' by '}
            <bdi class="long-name">{token}</bdi>
          </>
        )}
        <br />
        <a href={hrefOf(`journal/${requestId}`)}>
          <Moment at={at} />
        </a>
      </span>
    </>
  );
}
