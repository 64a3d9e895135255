import { useState } from 'preact/hooks';
import type { List, Mail, MailWithText } from '../api-types';
import { formatCount, formatTime, inWords } from '../format';
import { placeText } from '../names';
import { hrefOf, useHotel, useQueryState } from '../router';
import { useApi, useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { Moment } from '../ui/moment';
import { More } from '../ui/more';
import { Place } from '../ui/place';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { useLoad } from '../use-load';
import { useNames } from '../use-names';

const STATES: Record<Mail['state'], string> = {
  queued: 'waiting',
  logged: 'only in the log',
  unconfirmed: 'perhaps sent',
  sent: 'sent',
  failed: 'not delivered',
};

/** The e-mails about problems: waiting, sent or failed. */
export function MailsPage() {
  const { api, settings, isAdmin } = useSession();
  const [query, change] = useQueryState();
  const state = query.get('state');
  const hotel = useHotel();
  const list = useList(
    (cursor, signal) => api.get<List<Mail>>('notifications', { state, propertyName: hotel, cursor }, signal),
    ({ id }) => id,
    [api, state, hotel],
  );
  const [failure, setFailure] = useState<Error>();
  const [message, setMessage] = useState('');
  const { items } = list;
  const named = useNames(items.map(({ roomId }) => roomId));
  const open = query.get('mail');
  const retry = async ({ id, to }: Mail) => {
    setFailure(undefined);
    setMessage('');
    try {
      await api.post(`notifications/${id}/retry`);
      setMessage(`The mail to ${to} waits to be sent again.`);
      list.reload();
    } catch (error) {
      setFailure(error as Error);
    }
  };
  return (
    <>
      <div class="page-head">
        <h1>Mails</h1>
        <label class="field inline">
          <span>State</span>
          <select value={state ?? ''} onChange={(event) => change({ state: event.currentTarget.value })}>
            <option value="">any</option>
            {Object.entries(STATES).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!settings.sendsMail && (
        <p class="notice">
          No mail server is set (<code>SMTP_URL</code>): mails are only written to the log, and reach nobody.
        </p>
      )}
      <p role="status" class="saved">
        {message}
      </p>
      {failure && <Failure error={failure} />}
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="mails" />}
      {items.length === 0 && !list.isLoading && !list.error && (
        <Empty>
          {state
            ? 'No mail is in this state.'
            : hotel !== undefined
              ? 'No mail is about this hotel.'
              : 'No mail has been written. Mails about problems of the feed appear here.'}
        </Empty>
      )}
      {items.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Mails">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col">Last</th>
                <th scope="col">About</th>
                <th scope="col">Where</th>
                <th scope="col" class="number">
                  Times
                </th>
                <th scope="col">To</th>
                <th scope="col">State</th>
                {isAdmin && <th scope="col">Send again</th>}
              </tr>
            </thead>
            <tbody>
              {items.map((mail) => (
                <tr key={mail.id}>
                  <td>
                    <a href={hrefOf('mails', { state, mail: mail.id })}>
                      <Moment at={mail.lastAt} />
                    </a>
                  </td>
                  <td>{inWords(mail.trigger)}</td>
                  <td class="name-cell" data-label="Where">
                    {mail.roomId === null ? (
                      <bdi>{mail.propertyName ?? '–'}</bdi>
                    ) : (
                      <Place roomId={mail.roomId} ratePlanId={mail.ratePlanId} withIds={false} />
                    )}
                    {mail.roomId !== null &&
                      mail.propertyName !== null &&
                      mail.propertyName !== named(mail.roomId)?.hotel && (
                        <span class="block small muted">
                          the channel manager calls the hotel “<bdi>{mail.propertyName}</bdi>”
                        </span>
                      )}
                  </td>
                  <td class="number" data-label="Times">
                    {formatCount(mail.occurrences)}
                  </td>
                  <td class="name-cell" data-label="To">
                    {mail.to}
                  </td>
                  <td>
                    <span class={mail.state === 'sent' ? 'muted' : `badge mail-${stateOf(mail)}`}>
                      {wordsOf(mail)}
                    </span>
                    {mail.lastError && <span class="name-cell block small">{mail.lastError}</span>}
                  </td>
                  {isAdmin && (
                    <td>
                      {(mail.state === 'failed' ||
                        mail.state === 'logged' ||
                        mail.state === 'unconfirmed') && (
                        <button
                          type="button"
                          aria-label={`Send again: ${inWords(mail.trigger)}, ${placeText(named(mail.roomId ?? ''), mail.roomId, mail.ratePlanId)}`}
                          onClick={() => void retry(mail)}
                        >
                          Send again
                        </button>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.hasMore && <More onMore={list.loadMore} isLoading={list.isLoading} />}
      {open && <WholeMail id={open} onClose={() => change({ mail: undefined })} />}
    </>
  );
}

/** A waiting mail is also a problem if a mail server has refused it before. */
function stateOf({ state, attempts }: Mail): string {
  return state === 'queued' && attempts > 0 ? 'failing' : state;
}

function wordsOf(mail: Mail): string {
  const isFailing = stateOf(mail) === 'failing';
  if (!isFailing && mail.state !== 'unconfirmed') return STATES[mail.state];
  const next = mail.nextAttemptAt === null ? '' : `, again at ${formatTime(mail.nextAttemptAt)}`;
  return `${isFailing ? STATES.failed : STATES.unconfirmed}, tried ${formatCount(mail.attempts)} ×${next}`;
}

function WholeMail({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useApi();
  const { data, error, reload } = useLoad(
    (signal) => api.get<MailWithText>(`notifications/${encodeURIComponent(id)}`, {}, signal),
    [id],
  );
  return (
    <Dialog title={data?.subject ?? 'Mail'} wide onClose={onClose}>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Loading what="the mail" />}
      {data && (
        <>
          <p class="muted">To {data.to}</p>
          <pre class="wrap" tabIndex={0}>
            {data.text}
          </pre>
          {data.requestIds.length > 0 && <h3>Journal entries</h3>}
          <ul class="plain">
            {data.requestIds.map((requestId) => (
              <li key={requestId}>
                <a class="mono" href={hrefOf(`journal/${requestId}`)}>
                  {requestId}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
