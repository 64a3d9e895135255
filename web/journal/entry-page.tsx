import { useState } from 'preact/hooks';
import type { WholeJournalEntry } from '../api-types';
import { formatCount } from '../format';
import { justBefore } from '../moment';
import { receivedAt } from '../request-id';
import { hrefOf } from '../router';
import { useApi, useSession } from '../session';
import { Moment } from '../ui/moment';
import { Place } from '../ui/place';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { useBefore } from './before';
import { ChangesTable } from './changes-table';
import { ByAndWhen, Outcomes } from './entry-table';
import { canUndo, operationInWords } from './operations';
import { Records, headlineOf } from './records';
import type { Undo } from './undo';
import { undoOfEntry } from './undo';
import { UndoDialog } from './undo-dialog';

/** One entry of the journal: the caller, the time, the outcome, and every record with its earlier value. */
export function EntryPage({ requestId }: { requestId: string }) {
  const api = useApi();
  const session = useSession();
  const [undo, setUndo] = useState<Undo>();
  const { data, error, reload } = useLoad(
    (signal) => api.get<WholeJournalEntry>(`journal/${encodeURIComponent(requestId)}`, {}, signal),
    [requestId],
  );
  return (
    <>
      <p>
        <a href={hrefOf('journal')}>‹ Journal</a>
      </p>
      <div class="page-head">
        <h1>{data ? operationInWords(data.operation) : 'Journal entry'}</h1>
        {data?.span && data.roomId !== null && data.outcome === 'applied' && (
          <a
            class="button push-right"
            href={hrefOf('calendar', {
              from: data.span.from,
              days: 14,
              roomId: data.roomId,
              at: justBefore(data.appliedAt),
            })}
          >
            The calendar just before
          </a>
        )}
        {data && canUndo(data, session) && (
          <button type="button" onClick={() => setUndo(undoOfEntry(requestId))}>
            Undo …
          </button>
        )}
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Loading what="the entry" />}
      {data && <Entry key={data.requestId} entry={data} />}
      {undo && <UndoDialog undo={undo} onClose={() => setUndo(undefined)} onDone={reload} />}
    </>
  );
}

function Entry({ entry }: { entry: WholeJournalEntry }) {
  const before = useBefore(entry);
  return (
    <>
      {(entry.roomId !== null || entry.ratePlanId !== null) && (
        <p class="lead">
          <a href={hrefOf('journal', { roomId: entry.roomId, ratePlanId: entry.ratePlanId })}>
            <Place roomId={entry.roomId} ratePlanId={entry.ratePlanId} />
          </a>
          {entry.span && <span class="block">{headlineOf(entry, before)}</span>}
        </p>
      )}
      {entry.undoneBy.length > 0 && (
        <p class="notice">
          This has been undone:{' '}
          {entry.undoneBy.map((undo) => (
            <a key={undo.requestId} class="block" href={hrefOf(`journal/${undo.requestId}`)}>
              undone <ByAndWhen undo={undo} />
            </a>
          ))}
        </p>
      )}
      <Facts entry={entry} />
      <Records entry={entry} before={before} />
      {entry.changes && Object.keys(entry.changes).length > 0 && <ChangesTable entry={entry} />}
      {entry.body && (
        <section>
          <h2>Beginning of the body</h2>
          <pre tabIndex={0}>{entry.body}</pre>
        </section>
      )}
    </>
  );
}

function Facts({ entry }: { entry: WholeJournalEntry }) {
  const isOfPlans = entry.operation === 'changeRatePlans';
  return (
    <>
      <dl class="facts card">
        <dt>Received</dt>
        <dd>
          <Moment at={entry.receivedAt} />
        </dd>
        <dt>By</dt>
        <dd>
          <bdi class="long-name">{entry.token ?? 'nobody: without a token'}</bdi>
        </dd>
        <dt>Outcome</dt>
        <dd>
          <Outcomes entry={entry} /> {entry.problem && <bdi class="long-name">{entry.problem}</bdi>}
        </dd>
        {entry.dialect && (
          <>
            <dt>Dialect</dt>
            <dd>{entry.dialect}</dd>
          </>
        )}
        {entry.callId && entry.callId !== entry.requestId && (
          <Related title={isOfPlans ? 'Part of the change' : 'Part of the call'} ids={[entry.callId]} />
        )}
        {isOfPlans && (
          <>
            <dt>Undo</dt>
            <dd>takes back this change in all of its rooms</dd>
          </>
        )}
        {entry.notes && (
          <>
            <dt>Ignored</dt>
            <dd>
              <bdi class="long-name">{entry.notes.join('. ')}</bdi>
            </dd>
          </>
        )}
        {entry.repeatOf && <Related title="Repeat of" ids={[entry.repeatOf]} />}
        {entry.undoes && entry.undoes.length > 0 && <Related title="Takes back" ids={entry.undoes} />}
      </dl>
      <details class="technical">
        <summary>Technical</summary>
        <dl class="facts">
          <dt>Request</dt>
          <dd class="mono">{entry.requestId}</dd>
          <dt>Operation</dt>
          <dd class="mono">{entry.operation}</dd>
          <dt>Room, rate plan</dt>
          <dd class="mono">
            {entry.roomId ?? '–'}, {entry.ratePlanId ?? '–'}
          </dd>
          <dt>Took</dt>
          <dd>{formatCount(entry.durationMs)} ms</dd>
        </dl>
      </details>
    </>
  );
}

function Related({ title, ids }: { title: string; ids: string[] }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {ids.map((id) => (
          <a key={id} class="block" href={hrefOf(`journal/${id}`)} title={id}>
            the call of <Moment at={receivedAt(id)} />
          </a>
        ))}
      </dd>
    </>
  );
}
