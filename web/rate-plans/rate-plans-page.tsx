import { useState } from 'preact/hooks';
import type { List, Room } from '../api-types';
import { counted } from '../format';
import { useEndOfWork } from '../long-work';
import { hrefOf, useHotel, useQueryState } from '../router';
import { useSession } from '../session';
import { DeleteRecord } from '../ui/delete-record';
import { Menu } from '../ui/menu';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { ExportButton } from '../ui/export-button';
import { today } from '../zone';
import { ImportDialog } from './import-dialog';
import { PlanEditor } from './plan-editor';
import { PlanTree } from './plan-tree';
import type { ChangeKind } from './change-in-words';
import { PlansDialog } from './plans-dialog';
import { RoomDialog } from './room-dialog';
import { useTodaysPrices } from './use-todays-prices';

const ROOMS_A_PAGE = 50;

/** The rooms and rate plans of each property, with the rules of derivation and the forms that change them. */
export function RatePlansPage() {
  const { api, names, isAdmin } = useSession();
  const [query, change] = useQueryState();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const asked = query.get('search');
  const hotel = useHotel();
  const list = useList(
    async (cursor, signal) => {
      const query = { search: asked, propertyName: hotel, limit: ROOMS_A_PAGE, cursor };
      const page = await api.get<List<Room>>('rooms', query, signal);
      names.learn(page.items);
      return page;
    },
    ({ id }) => id,
    [api, asked, hotel],
  );
  const [editing, setEditing] = useState<Room | 'new'>();
  const [deleting, setDeleting] = useState<Room>();
  /** Whether the person changes rules or guards of many plans. */
  const [changing, setChanging] = useState<ChangeKind>();
  const [isImporting, setImporting] = useState(false);
  const [message, setMessage] = useState('');
  const saved = (words: string) => {
    setMessage(words);
    list.reload();
  };
  useEndOfWork(list.refresh);
  const { items } = list;
  const priceOf = useTodaysPrices(items, { search: asked, propertyName: hotel });
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
              placeholder="Room or hotel"
              value={search}
              maxLength={606}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Search</button>
          <ExportButton
            name={`rate-plans-${today()}`}
            path="rooms"
            query={{ search: asked, propertyName: hotel }}
          />
          {isAdmin && (
            <button type="button" onClick={() => setImporting(true)}>
              Import CSV …
            </button>
          )}
          {isAdmin && (
            <>
              <button type="button" onClick={() => setChanging('rules')}>
                Change rules …
              </button>
              <button type="button" onClick={() => setChanging('guards')}>
                Change guards …
              </button>
              <button type="button" class="primary" onClick={() => setEditing('new')}>
                New room
              </button>
            </>
          )}
        </form>
      </div>
      <p role="status" class="saved">
        {message}
      </p>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      {items.length === 0 && list.isLoading && <Loading what="rooms" />}
      {items.length === 0 && !list.isLoading && !list.error && (
        <Empty>
          {asked
            ? `No room or hotel matches “${asked}”. Search for a part of its name.`
            : 'There are no rooms yet. Create the first one.'}
        </Empty>
      )}
      {byProperty(items).map(([property, rooms]) => (
        <section key={property} class="card property-card">
          <h2>
            <bdi class="long-name">{property ?? 'Rooms without a hotel'}</bdi>
          </h2>
          <ul class="plain rooms">
            {rooms.map((room) => (
              <li key={room.id}>
                <div class="room-line">
                  <div class="room-facts">
                    <bdi class="long-name strong">{room.name}</bdi> <span class="ids">{room.id}</span>
                    <span class="small muted block">{factsOf(room)}</span>
                    {isNegative(room) && <NegativeRoom room={room} />}
                  </div>
                  {isAdmin && (
                    <Menu label={`Actions for ${room.name}`}>
                      <button
                        type="button"
                        aria-label={`New plan for ${room.name}`}
                        onClick={() => change({ newPlanIn: room.id })}
                      >
                        New plan
                      </button>
                      <button
                        type="button"
                        aria-label={`Change ${room.name}`}
                        onClick={() => setEditing(room)}
                      >
                        Change the room
                      </button>
                      <button
                        type="button"
                        aria-label={`Delete ${room.name}`}
                        onClick={() => setDeleting(room)}
                      >
                        Delete the room
                      </button>
                    </Menu>
                  )}
                </div>
                <PlanTree room={room} rooms={items} priceOf={priceOf} />
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
          onSaved={saved}
          onClose={() => change({ plan: undefined, newPlanIn: undefined })}
        />
      )}
      {changing && (
        <PlansDialog kind={changing} onSaved={list.reload} onClose={() => setChanging(undefined)} />
      )}
      {editing && (
        <RoomDialog
          roomId={editing === 'new' ? null : editing.id}
          onSaved={saved}
          onClose={() => setEditing(undefined)}
        />
      )}
      {isImporting && <ImportDialog onSaved={saved} onClose={() => setImporting(false)} />}
      {deleting && (
        <DeleteRecord
          what="a room"
          path={`rooms/${deleting.id}`}
          consequence="Its rate plans and all their prices are deleted with it."
          onDeleted={(name) => saved(`${name} is deleted.`)}
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

function isNegative({ totalRooms, maximumGuests, adults, children }: Room): boolean {
  return [totalRooms, maximumGuests, adults, children].some((count) => count !== null && count < 0);
}

/** A room edit may store any number, even a negative one. */
function NegativeRoom({ room }: { room: Room }) {
  return (
    <p class="notice small">
      A number below 0 cannot be right. The channel manager has set it:{' '}
      <a href={hrefOf('journal', { roomId: room.id, operation: 'roomEditChannelManager' })}>
        room edits of {room.name}
      </a>
    </p>
  );
}

function factsOf({ totalRooms, maximumGuests, adults, children }: Room): string {
  const facts = [
    totalRooms !== null && counted(totalRooms, 'room'),
    maximumGuests !== null && counted(maximumGuests, 'guest at most', 'guests at most'),
    adults !== null && counted(adults, 'adult'),
    children !== null && counted(children, 'child', 'children'),
  ];
  return facts.filter(Boolean).join(' · ');
}
