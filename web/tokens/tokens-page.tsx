import { useState } from 'preact/hooks';
import type { AccessToken, ListedAccessToken, List } from '../api-types';
import { formatCount } from '../format';
import { hrefOf } from '../router';
import { useApi, useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { Ago, Moment } from '../ui/moment';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { NewToken } from './new-token';

/** Who may call: access tokens, to be handed out and taken back. */
export function TokensPage() {
  const api = useApi();
  const { isAdmin } = useSession();
  const list = useList(
    (cursor, signal) => api.get<List<ListedAccessToken>>('accessTokens', { cursor }, signal),
    [api],
  );
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<AccessToken>();
  const { items } = list;
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (
    <>
      <div class="page-head">
        <h1>Tokens</h1>
        {isAdmin && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create a token
          </button>
        )}
      </div>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="tokens" />}
      {items.length === 0 && !list.isLoading && !list.error && <Empty>There are no tokens yet.</Empty>}
      {items.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Tokens">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Scopes</th>
                <th scope="col">Hotels</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <th scope="col" class="number">
                  Calls in 24 hours
                </th>
                <th scope="col">State</th>
                {isAdmin && <th scope="col">Revoke</th>}
              </tr>
            </thead>
            <tbody>
              {items.map((token) => (
                <tr key={token.id} class={token.revokedAt ? 'is-over' : undefined}>
                  <td class="name-cell">
                    <bdi>{token.name}</bdi>
                  </td>
                  <td data-label="Scopes">{token.scopes.join(', ')}</td>
                  <td data-label="Hotels" class="name-cell">
                    {token.propertyNames === null ? 'all' : token.propertyNames.join(', ')}
                  </td>
                  <td data-label="Created">
                    <Moment at={token.createdAt} />
                    {token.createdBy !== null && (
                      <span class="name-cell block">
                        by <bdi>{names.get(token.createdBy) ?? token.createdBy}</bdi>
                      </span>
                    )}
                  </td>
                  <td data-label="Last used">{token.lastUsedAt ? <Ago at={token.lastUsedAt} /> : 'never'}</td>
                  <td class="number" data-label="Calls in 24 hours">
                    <Usage token={token} />
                  </td>
                  <td>
                    <State token={token} />
                  </td>
                  {isAdmin && (
                    <td>
                      {!token.revokedAt && (
                        <button
                          type="button"
                          aria-label={`Revoke ${token.name}`}
                          onClick={() => setRevoking(token)}
                        >
                          Revoke
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
      {isCreating && <NewToken onCreated={list.reload} onClose={() => setCreating(false)} />}
      {revoking && <Revoke token={revoking} onRevoked={list.reload} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

/** How much was called, and what of it was refused, with the way to the refused calls. */
function Usage({ token: { name, callsLastDay, refusedLastDay } }: { token: ListedAccessToken }) {
  return (
    <>
      {formatCount(callsLastDay)}
      {refusedLastDay > 0 && (
        <a class="badge outcome-refused" href={hrefOf('journal', { token: name, outcome: 'refused' })}>
          {formatCount(refusedLastDay)} refused
        </a>
      )}
    </>
  );
}

function State({ token: { revokedAt, expiresAt } }: { token: AccessToken }) {
  if (revokedAt) {
    return (
      <>
        revoked <Moment at={revokedAt} />
      </>
    );
  }
  if (!expiresAt) return <>valid</>;
  return (
    <>
      {Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid until'} <Moment at={expiresAt} />
    </>
  );
}

function Revoke({
  token,
  onRevoked,
  onClose,
}: {
  token: AccessToken;
  onRevoked: () => void;
  onClose: () => void;
}) {
  const { api, token: own } = useSession();
  const [error, setError] = useState<Error>();
  const revoke = async () => {
    try {
      await api.delete(`accessTokens/${token.id}`);
      onClose();
      onRevoked();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <Dialog title="Revoke a token" onClose={onClose}>
      <p>
        Every call with <strong class="long-name">{<bdi>{token.name}</bdi>}</strong> is refused from now on.
        This cannot be taken back.
        {token.id === own.id && ' It is the token that you are signed in with.'}
      </p>
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="button" class="danger" onClick={() => void revoke()}>
          Revoke
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
