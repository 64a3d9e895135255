import type { Room } from '../api-types';
import { isSame } from '../rebase';

export const COUNTS = {
  totalRooms: 'Rooms of this kind',
  maximumGuests: 'Guests at most',
  adults: 'Adults',
  children: 'Children',
} as const;
export type Count = keyof typeof COUNTS;

/** The values of a room in its form, where everything is text. */
export interface RoomDraft {
  id: string;
  name: string;
  propertyName: string;
  propertyCode: string;
  counts: Record<Count, string>;
}

export function roomDraftOf(room: Room | null): RoomDraft {
  return {
    id: '',
    name: room?.name ?? '',
    propertyName: room?.propertyName ?? '',
    propertyCode: room?.propertyCode ?? '',
    counts: {
      totalRooms: String(room?.totalRooms ?? ''),
      maximumGuests: String(room?.maximumGuests ?? ''),
      adults: String(room?.adults ?? ''),
      children: String(room?.children ?? ''),
    },
  };
}

/**
 * The body to send. For an existing room, it has only the fields that the person changed: other people may have changed the
 * other fields since, and a push may have stored a number that a person must not set.
 */
export function roomBodyOf(draft: RoomDraft, room: Room | null): object {
  const values = valuesOf(draft);
  const before = valuesOf(roomDraftOf(room));
  const changed = Object.entries(values).filter(
    ([field, value]) => !room || !isSame(value, before[field as keyof typeof before]),
  );
  return { ...(!room && draft.id && { id: draft.id }), ...Object.fromEntries(changed) };
}

function valuesOf({ name, propertyName, propertyCode, counts }: RoomDraft) {
  const numbers = Object.entries(counts).map(([field, text]) => [field, text === '' ? null : Number(text)]);
  return {
    name,
    propertyName: propertyName || null,
    propertyCode: propertyCode || null,
    ...(Object.fromEntries(numbers) as Record<Count, number | null>),
  };
}
