import { useState } from 'preact/hooks';
import type { AccessToken, ListedAccessToken, List } from '../api-types';
import { formatCount } from '../format';
import { hrefOf } from '../router';
import { useApi, useSession } from '../session';
import { Ago, Moment } from '../ui/moment';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { NewToken } from './new-token';
import { RevokeToken } from './revoke-token';
import { RotateToken } from './rotate-token';

/** Lists, creates, rotates and revokes access tokens. */
export function TokensPage() {
  const api = useApi();
  const { isAdmin } = useSession();
  const list = useList(
    (cursor, signal) => api.get<List<ListedAccessToken>>('accessTokens', { cursor }, signal),
    ({ id }) => id,
    [api],
  );
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<{ action: 'rotate' | 'revoke'; token: AccessToken }>();
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
                {isAdmin && <th scope="col">Actions</th>}
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
                  <td data-label="Last used">
                    {token.lastUsedAt ? <Ago at={token.lastUsedAt} /> : 'never'}
                    {token.dialects.length > 0 && <span class="block">in {token.dialects.join(', ')}</span>}
                  </td>
                  <td class="number" data-label="Calls in 24 hours">
                    <Usage token={token} />
                  </td>
                  <td>
                    <State token={token} />
                  </td>
                  {isAdmin && (
                    <td class="row-actions">
                      {!token.revokedAt && !hasExpired(token) && token.sandboxId === null && (
                        <button
                          type="button"
                          aria-label={`Rotate ${token.name}`}
                          onClick={() => setEnding({ action: 'rotate', token })}
                        >
                          Rotate
                        </button>
                      )}
                      {!token.revokedAt && (
                        <button
                          type="button"
                          aria-label={`Revoke ${token.name}`}
                          onClick={() => setEnding({ action: 'revoke', token })}
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
      {ending?.action === 'rotate' && (
        <RotateToken token={ending.token} onRotated={list.reload} onClose={() => setEnding(undefined)} />
      )}
      {ending?.action === 'revoke' && (
        <RevokeToken token={ending.token} onRevoked={list.reload} onClose={() => setEnding(undefined)} />
      )}
    </>
  );
}

/** The number of calls and of refused calls, with a link to the refused ones. */
function Usage({ token: { name, callsLastDay, refusedLastDay } }: { token: ListedAccessToken }) {
  return (
    <>
      {formatCount(callsLastDay)}{' '}
      {refusedLastDay > 0 && (
        <a class="badge outcome-refused" href={hrefOf('journal', { token: name, outcome: 'refused' })}>
          {formatCount(refusedLastDay)} refused
        </a>
      )}
    </>
  );
}

function State({ token }: { token: AccessToken }) {
  const { revokedAt, expiresAt } = token;
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
      {hasExpired(token) ? 'expired' : 'valid until'} <Moment at={expiresAt} />
    </>
  );
}

function hasExpired({ expiresAt }: AccessToken): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
