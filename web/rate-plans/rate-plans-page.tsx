import { useState } from 'preact/hooks';
import type { List, Room } from '../api-types';
import { useQueryState } from '../router';
import { useApi, useSession } from '../session';
import { ConfirmName } from '../ui/confirm-name';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { PlanEditor } from './plan-editor';
import { PlanTree } from './plan-tree';
import { RoomDialog } from './room-dialog';

/** Rooms and their rate plans, property by property: how prices derive, and the forms that change it. */
export function RatePlansPage() {
  const api = useApi();
  const { isAdmin } = useSession();
  const [query, change] = useQueryState();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const asked = query.get('search');
  const list = useList(
    (cursor, signal) => api.get<List<Room>>('rooms', { search: asked, limit: 200, cursor }, signal),
    [api, asked],
  );
  const [editing, setEditing] = useState<Room | 'new'>();
  const [deleting, setDeleting] = useState<Room>();
  const { items } = list;
  const planId = query.get('plan');
  const newPlanIn = query.get('newPlanIn');
  return (
    <>
      <div class="page-head">
        <h1>Rate plans</h1>
        <form
          class="actions"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            change({ search: search.trim() });
          }}
        >
          <label class="field inline">
            <span>Search</span>
            <input
              type="search"
              placeholder="Room or property"
              value={search}
              maxLength={200}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Search</button>
          {isAdmin && (
            <button type="button" class="primary" onClick={() => setEditing('new')}>
              New room
            </button>
          )}
        </form>
      </div>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="rooms" />}
      {items.length === 0 && !list.isLoading && !list.error && (
        <Empty>
          {asked
            ? `No room or property matches “${asked}”. Search for a part of its name.`
            : 'There are no rooms yet. Make the first one.'}
        </Empty>
      )}
      {byProperty(items).map(([property, rooms]) => (
        <section key={property} class="card property-card">
          <h2>
            <bdi class="long-name">{property ?? 'Without a property'}</bdi>
          </h2>
          <PlanTree property={property} rooms={rooms} />
          <h3>Rooms</h3>
          <ul class="plain rooms">
            {rooms.map((room) => (
              <li key={room.id}>
                <div class="room-facts">
                  <bdi class="long-name strong">{room.name}</bdi>
                  <span class="small muted">{factsOf(room)}</span>
                </div>
                {isAdmin && (
                  <div class="row-actions">
                    <button
                      type="button"
                      aria-label={`New plan for ${room.name}`}
                      onClick={() => change({ newPlanIn: room.id })}
                    >
                      New plan
                    </button>
                    <button type="button" aria-label={`Change ${room.name}`} onClick={() => setEditing(room)}>
                      Change
                    </button>
                    <button
                      type="button"
                      aria-label={`Delete ${room.name}`}
                      onClick={() => setDeleting(room)}
                    >
                      Delete
                    </button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasMore && !list.error && <More onMore={list.loadMore} isLoading={list.isLoading} />}
      {(planId ?? newPlanIn) !== null && (
        <PlanEditor
          key={planId ?? 'new'}
          planId={planId}
          roomId={newPlanIn}
          rooms={items}
          onSaved={list.reload}
          onClose={() => change({ plan: undefined, newPlanIn: undefined })}
        />
      )}
      {editing && (
        <RoomDialog
          room={editing === 'new' ? null : editing}
          onSaved={list.reload}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <ConfirmName
          what="a room"
          name={deleting.name}
          consequence="Its rate plans and all their prices go with it."
          onDelete={async (confirm) => {
            await api.delete(`rooms/${deleting.id}?${new URLSearchParams({ confirm }).toString()}`);
            list.reload();
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}

function byProperty(rooms: Room[]): [string | null, Room[]][] {
  const groups = new Map<string | null, Room[]>();
  for (const room of rooms) groups.set(room.propertyName, [...(groups.get(room.propertyName) ?? []), room]);
  return [...groups];
}

function factsOf({ id, totalRooms, maximumGuests, adults, children }: Room): string {
  const counts = { rooms: totalRooms, 'guests at most': maximumGuests, adults, children };
  const known = Object.entries(counts).filter(([, count]) => count !== null);
  return [`id ${id}`, ...known.map(([what, count]) => `${count} ${what}`)].join(' · ');
}
