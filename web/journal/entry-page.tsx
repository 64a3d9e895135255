import { useState } from 'preact/hooks';
import type { WholeJournalEntry } from '../api-types';
import { formatCount, formatDay, formatPrice, inWords } from '../format';
import { hrefOf } from '../router';
import { useApi, useSession } from '../session';
import { Moment } from '../ui/moment';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { OutcomeBadge } from './entry-table';
import { factsOf } from './operations';
import type { Undo } from './undo';
import { undoOfEntry } from './undo';
import { UndoDialog } from './undo-dialog';

const ROWS_AT_ONCE = 200;

/** One entry of the journal: who, when, what came of it, and every record. */
export function EntryPage({ requestId }: { requestId: string }) {
  const api = useApi();
  const { isAdmin } = useSession();
  const [undo, setUndo] = useState<Undo>();
  const { data, error, reload } = useLoad(
    (signal) => api.get<WholeJournalEntry>(`journal/${encodeURIComponent(requestId)}`, {}, signal),
    [requestId],
  );
  const canUndo = data?.outcome === 'applied' && factsOf(data.operation).isUndoable;
  return (
    <>
      <p>
        <a href={hrefOf('journal')}>‹ Journal</a>
      </p>
      <div class="page-head">
        <h1>{data ? capitalized(factsOf(data.operation).label) : 'Journal entry'}</h1>
        {isAdmin && canUndo && (
          <button type="button" onClick={() => setUndo(undoOfEntry(requestId))}>
            Undo …
          </button>
        )}
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Loading what="the entry" />}
      {data && <Facts entry={data} />}
      {data && <Records key={data.requestId} entry={data} />}
      {data?.changes && Object.keys(data.changes).length > 0 && <ChangesTable changes={data.changes} />}
      {data?.body && (
        <section>
          <h2>Beginning of the body</h2>
          <pre tabIndex={0}>{data.body}</pre>
        </section>
      )}
      {undo && <UndoDialog undo={undo} onClose={() => setUndo(undefined)} onDone={reload} />}
    </>
  );
}

function Facts({ entry }: { entry: WholeJournalEntry }) {
  return (
    <dl class="facts card">
      <dt>Received</dt>
      <dd>
        <Moment at={entry.receivedAt} />
      </dd>
      <dt>Outcome</dt>
      <dd>
        <OutcomeBadge outcome={entry.outcome} />{' '}
        {entry.problem && <bdi class="long-name">{entry.problem}</bdi>}
      </dd>
      <dt>Access token</dt>
      <dd>
        <bdi class="long-name">{entry.token ?? 'none'}</bdi>
      </dd>
      <dt>Room</dt>
      <dd>
        {entry.roomId ? <a href={hrefOf('journal', { roomId: entry.roomId })}>{entry.roomId}</a> : 'none'}
      </dd>
      <dt>Rate plan</dt>
      <dd>
        {entry.ratePlanId ? (
          <a href={hrefOf('journal', { ratePlanId: entry.ratePlanId })}>{entry.ratePlanId}</a>
        ) : (
          'none'
        )}
      </dd>
      {entry.repeatOf && <Related title="Repeat of" ids={[entry.repeatOf]} />}
      {entry.undoes && entry.undoes.length > 0 && <Related title="Takes back" ids={entry.undoes} />}
      <dt>Request</dt>
      <dd class="mono">{entry.requestId}</dd>
      <dt>Took</dt>
      <dd>{formatCount(entry.durationMs)} ms</dd>
    </dl>
  );
}

function Related({ title, ids }: { title: string; ids: string[] }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {ids.map((id) => (
          <a key={id} class="mono block" href={hrefOf(`journal/${id}`)}>
            {id}
          </a>
        ))}
      </dd>
    </>
  );
}

function Records({ entry }: { entry: WholeJournalEntry }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const { records } = entry;
  if (records.length === 0) return null;
  const isPrices = factsOf(entry.operation).sets !== 'inventory';
  return (
    <section>
      <h2>
        {formatCount(records.length)} {records.length === 1 ? 'record' : 'records'}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col" class="number">
              {isPrices ? 'Price' : 'Rooms left'}
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {records.slice(0, shown).map((record, index) => (
            <tr key={index}>
              <td>
                <time dateTime={record.date}>{formatDay(record.date)}</time>
              </td>
              <td class="number">{formatValue(record.value, isPrices)}</td>
              <td>
                <span class={`badge verdict-${record.verdict}`}>{record.verdict}</span>
                {record.overbooked && <span class="badge outcome-failed">overbooked</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {records.length > shown && (
        <button type="button" onClick={() => setShown(shown + ROWS_AT_ONCE * 5)}>
          Show more of the {formatCount(records.length)}
        </button>
      )}
    </section>
  );
}

function ChangesTable({ changes }: { changes: NonNullable<WholeJournalEntry['changes']> }) {
  return (
    <section>
      <h2>Changes</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Old</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <tr key={field}>
              <td>{inWords(field)}</td>
              <td class="name-cell">{inText(from)}</td>
              <td class="name-cell">{inText(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An undo may leave a price not set. */
function formatValue(value: string | null, isPrice: boolean): string {
  if (value === null) return 'not set';
  return isPrice ? formatPrice(value) : formatCount(Number(value));
}
