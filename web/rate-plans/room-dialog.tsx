import type { Room } from '../api-types';
import { hotelSearch } from '../search';
import { useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { useRecord } from '../use-record';
import type { Count, RoomDraft } from './room-draft';
import { COUNTS, roomBodyOf, roomDraftOf } from './room-draft';

/** Creates or changes a room. */
export function RoomDialog({
  roomId,
  onSaved,
  onClose,
}: {
  /** Null for a new room. */
  roomId: string | null;
  onSaved: (message: string) => void;
  onClose: () => void;
}) {
  const { api, names } = useSession();
  const path = roomId === null ? null : `rooms/${roomId}`;
  const form = useRecord<Room, RoomDraft>(path, roomDraftOf);
  const { draft, loadError } = form;
  const save = async (body: object) => {
    if (path && Object.keys(body).length === 0) {
      onClose();
      return;
    }
    const isSaved = await form.send((tag) => (path ? api.patch(path, body, tag) : api.post('rooms', body)));
    if (!isSaved) return;
    onClose();
    names.forget();
    onSaved(`${draft?.name ?? 'The room'} is saved.`);
  };
  return (
    <Dialog
      title={path ? 'Change a room' : 'New room'}
      unsaved={form.isChanged ? 'Your changes of the room are not saved.' : null}
      onClose={onClose}
    >
      {loadError && <Failure error={loadError} retry={form.reload} />}
      {!draft && !loadError && <Loading what="the room" />}
      {draft && (
        <DialogForm
          action="Save"
          error={form.error}
          onSubmit={() => void save(roomBodyOf(draft, form.record ?? null))}
          onCancel={onClose}
        >
          <RoomFields draft={draft} isNew={path === null} onChange={form.setDraft} />
        </DialogForm>
      )}
    </Dialog>
  );
}

function RoomFields({
  draft,
  isNew,
  onChange,
}: {
  draft: RoomDraft;
  isNew: boolean;
  onChange: (draft: RoomDraft) => void;
}) {
  const { api } = useSession();
  const { propertyName } = draft;
  const hotels = useLoad((signal) => hotelSearch(api)(propertyName.trim(), signal), [api, propertyName]);
  const set = (changes: Partial<RoomDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <label class="field">
        <span>Name</span>
        <input
          required
          value={draft.name}
          onInput={(event) => set({ name: event.currentTarget.value })}
          autocomplete="off"
        />
      </label>
      <label class="field">
        <span>Hotel</span>
        <input
          list="hotels"
          value={draft.propertyName}
          onInput={(event) => set({ propertyName: event.currentTarget.value })}
          autocomplete="off"
        />
        <datalist id="hotels">
          {hotels.data?.options.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </label>
      <label class="field">
        <span>Code of the hotel for other channel managers</span>
        <input
          maxLength={16}
          pattern="[ -~]*"
          value={draft.propertyCode}
          onInput={(event) => set({ propertyCode: event.currentTarget.value })}
          autocomplete="off"
        />
      </label>
      <div class="columns">
        {(Object.keys(COUNTS) as Count[]).map((field) => (
          <label key={field} class="field">
            <span>{COUNTS[field]}</span>
            <input
              type="number"
              step="1"
              value={draft.counts[field]}
              onInput={(event) => set({ counts: { ...draft.counts, [field]: event.currentTarget.value } })}
            />
          </label>
        ))}
      </div>
      {isNew && (
        <label class="field">
          <span>Id, where the platform has one already</span>
          <input
            inputMode="numeric"
            pattern="[0-9]{1,19}"
            value={draft.id}
            onInput={(event) => set({ id: event.currentTarget.value })}
            autocomplete="off"
          />
        </label>
      )}
    </>
  );
}
