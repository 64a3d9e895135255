import { useEffect, useState } from 'preact/hooks';
import { hrefOf, useRouter } from '../router';
import type { Target } from '../search';
import { hotelSearch, planSearch, roomSearch } from '../search';
import { useSession } from '../session';
import { today } from '../zone';
import { Dialog } from './dialog';
import type { Options } from './picker';
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
  const load = async (search: string, signal: AbortSignal): Promise<Options<Partial<Target>>> => {
    const [hotels, rooms, plans] = await Promise.all([
      hotelSearch(api, 10)(search, signal),
      roomSearch(api, undefined, 20)(search, signal),
      planSearch(api, names, undefined, { limit: 20 })(search, signal),
    ]);
    const options = [
      ...hotels.options.map((option) => ({
        ...option,
        key: `h${option.key}`,
        value: { hotel: option.value },
      })),
      ...rooms.options,
      ...plans.options,
    ];
    return { options, hasMore: hotels.hasMore || rooms.hasMore || plans.hasMore };
  };
  const jump = (target: Partial<Target> | undefined) => {
    if (!target) return;
    const { hotel, roomId, ratePlanId } = target;
    const cell = ratePlanId && `${ratePlanId},${today()}`;
    onClose();
    go(hrefOf('calendar', { hotel, roomId, cell }));
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
