import { useState } from 'preact/hooks';
import type { Room } from '../api-types';
import { useAttention } from '../attention';
import { useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';

const COUNTS = {
  totalRooms: 'Rooms of this kind',
  maximumGuests: 'Guests at most',
  adults: 'Adults',
  children: 'Children',
} as const;
type Count = keyof typeof COUNTS;

/** Creates or changes a room. */
export function RoomDialog({
  room,
  onSaved,
  onClose,
}: {
  room: Room | null;
  onSaved: (message: string) => void;
  onClose: () => void;
}) {
  const { api, names } = useSession();
  const attention = useAttention();
  const [id, setId] = useState('');
  const [name, setName] = useState(room?.name ?? '');
  const [propertyName, setPropertyName] = useState(room?.propertyName ?? '');
  const [propertyCode, setPropertyCode] = useState(room?.propertyCode ?? '');
  const [counts, setCounts] = useState<Record<Count, string>>(() => ({
    totalRooms: String(room?.totalRooms ?? ''),
    maximumGuests: String(room?.maximumGuests ?? ''),
    adults: String(room?.adults ?? ''),
    children: String(room?.children ?? ''),
  }));
  const text = () => JSON.stringify([id, name, propertyName, propertyCode, counts]);
  const [first] = useState(text);
  const [error, setError] = useState<Error>();
  const save = async () => {
    const numbers = Object.entries(counts).map(([field, text]) => [field, text === '' ? null : Number(text)]);
    const body = {
      ...(id && { id }),
      name,
      propertyName: propertyName || null,
      propertyCode: propertyCode || null,
      ...(Object.fromEntries(numbers) as Record<Count, number | null>),
    };
    try {
      await (room ? api.patch(`rooms/${room.id}`, body) : api.post('rooms', body));
      onClose();
      names.forget();
      onSaved(`${name} is saved.`);
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <Dialog
      title={room ? 'Change a room' : 'New room'}
      unsaved={text() !== first ? 'Your changes of the room are not saved.' : null}
      onClose={onClose}
    >
      <DialogForm action="Save" error={error} onSubmit={() => void save()} onCancel={onClose}>
        <label class="field">
          <span>Name</span>
          <input
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
        <label class="field">
          <span>Hotel</span>
          <input
            list="hotels"
            value={propertyName}
            onInput={(event) => setPropertyName(event.currentTarget.value)}
            autocomplete="off"
          />
          <datalist id="hotels">
            {attention.data?.hotels.map(
              ({ name: hotel }) => hotel !== null && <option key={hotel} value={hotel} />,
            )}
          </datalist>
        </label>
        <label class="field">
          <span>Code of the hotel for other channel managers</span>
          <input
            maxLength={64}
            pattern="[ -~]*"
            value={propertyCode}
            onInput={(event) => setPropertyCode(event.currentTarget.value)}
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
                value={counts[field]}
                onInput={(event) => setCounts({ ...counts, [field]: event.currentTarget.value })}
              />
            </label>
          ))}
        </div>
        {!room && (
          <label class="field">
            <span>Id, where the platform has one already</span>
            <input
              inputMode="numeric"
              pattern="[0-9]{1,19}"
              value={id}
              onInput={(event) => setId(event.currentTarget.value)}
              autocomplete="off"
            />
          </label>
        )}
      </DialogForm>
    </Dialog>
  );
}
