import { useState } from 'preact/hooks';
import type { List, Sandbox } from '../api-types';
import { useApi, useSession } from '../session';
import { ConfirmName } from '../ui/confirm-name';
import { Moment } from '../ui/moment';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { ConformanceReport } from './conformance-report';
import { NewSandbox } from './new-sandbox';

/** The sandboxes, with the scenarios that their senders have passed. */
export function SandboxesPage() {
  const api = useApi();
  const { isAdmin } = useSession();
  const list = useList(
    (cursor, signal) => api.get<List<Sandbox>>('sandboxes', { cursor }, signal),
    ({ id }) => id,
    [api],
  );
  const [isCreating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Sandbox>();
  const [shown, setShown] = useState<string>();
  const { items } = list;
  return (
    <>
      <div class="page-head">
        <h1>Sandboxes</h1>
        {isAdmin && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create a sandbox
          </button>
        )}
      </div>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="sandboxes" />}
      {items.length === 0 && !list.isLoading && !list.error && (
        <Empty>There are no sandboxes. A sandbox is a property to test a sender with.</Empty>
      )}
      {items.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Sandboxes">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Property</th>
                <th scope="col">Hotel code</th>
                <th scope="col">Rooms</th>
                <th scope="col">Created</th>
                <th scope="col">Deleted</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {items.map((sandbox) => (
                <tr key={sandbox.id}>
                  <td class="name-cell">
                    <bdi>{sandbox.name}</bdi>
                  </td>
                  <td data-label="Property" class="name-cell">
                    <bdi>{sandbox.propertyName}</bdi>
                  </td>
                  <td data-label="Hotel code">
                    <code>{sandbox.propertyCode}</code>
                  </td>
                  <td data-label="Rooms">
                    {sandbox.rooms.map(({ id, name }) => `${name} (${id})`).join(', ')}
                  </td>
                  <td data-label="Created">
                    <Moment at={sandbox.createdAt} />
                  </td>
                  <td data-label="Deleted">
                    <Moment at={sandbox.expiresAt} />
                  </td>
                  <td>
                    <button
                      type="button"
                      aria-label={`Show the conformance of ${sandbox.name}`}
                      aria-expanded={shown === sandbox.id}
                      onClick={() => setShown(shown === sandbox.id ? undefined : sandbox.id)}
                    >
                      Conformance
                    </button>
                    {isAdmin && (
                      <button
                        type="button"
                        aria-label={`Delete ${sandbox.name}`}
                        onClick={() => setDeleting(sandbox)}
                      >
                        Delete
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.hasMore && <More onMore={list.loadMore} isLoading={list.isLoading} />}
      {shown && <ConformanceReport key={shown} sandboxId={shown} />}
      {isCreating && <NewSandbox onCreated={list.reload} onClose={() => setCreating(false)} />}
      {deleting && (
        <ConfirmName
          what="a sandbox"
          name={deleting.name}
          consequence="Its rooms, rate plans, prices, journal entries and its token are deleted with it."
          onDelete={async () => {
            await api.delete(`sandboxes/${deleting.id}`);
            if (shown === deleting.id) setShown(undefined);
            list.reload();
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
