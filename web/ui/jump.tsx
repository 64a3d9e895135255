import { useEffect, useState } from 'preact/hooks';
import { hrefOf, useRouter } from '../router';
import type { Target } from '../search';
import { hotelSearch, planSearch, roomSearch } from '../search';
import { useSession } from '../session';
import { today } from '../zone';
import { Dialog } from './dialog';
import type { Option } from './picker';
import { Picker } from './picker';

/**
 * Handles two shortcuts: `/` focuses the search of a view, and ⌘K or Ctrl+K opens the jump. @returns whether it is open
 */
export function useShortcuts(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        if (!document.querySelector('dialog[open]')) setOpen(true);
      } else if (event.key === '/' && !isTyping(event.target)) {
        const search = document.querySelector<HTMLElement>('main [type=search], main .picker input');
        if (!search || document.querySelector('dialog[open]')) return;
        event.preventDefault();
        search.focus();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return [isOpen, setOpen];
}

/** Finds a hotel, a room or a plan by name, and opens it in the calendar. */
export function Jump({ onClose }: { onClose: () => void }) {
  const { api, names } = useSession();
  const { go } = useRouter();
  const load = async (search: string, signal: AbortSignal): Promise<Option<Partial<Target>>[]> => {
    const [hotels, rooms, plans] = await Promise.all([
      hotelSearch(api)(search, signal),
      roomSearch(api, undefined)(search, signal),
      planSearch(api, names, undefined)(search, signal),
    ]);
    return [
      ...hotels.map((option) => ({ ...option, key: `h${option.key}`, value: { hotel: option.value } })),
      ...rooms.slice(0, 10),
      ...plans.slice(0, 15),
    ];
  };
  const jump = (target: Partial<Target> | undefined) => {
    if (!target) return;
    const { hotel, roomId, ratePlanId } = target;
    const search = roomId === undefined ? undefined : names.get(roomId)?.room.slice(0, 200);
    const cell = ratePlanId && `${ratePlanId},${today()}`;
    const open = async () => {
      if (roomId !== undefined) await names.load(roomId);
      const room = roomId === undefined ? search : names.get(roomId)?.room.slice(0, 200);
      onClose();
      go(hrefOf('calendar', { hotel: hotel ?? undefined, search: room, cell }));
    };
    void open();
  };
  return (
    <Dialog title="Jump to a hotel, room or plan" onClose={onClose}>
      <div class="jump-field">
        <Picker label="Name" text="" placeholder="As Bergblick Double" load={load} onPick={jump} />
      </div>
    </Dialog>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
