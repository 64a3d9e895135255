import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CalendarRoom } from '../api-types';
import type { Days } from './room-rows';

/** As many rooms as are in view at first on a large screen. */
const FIRST_ROOMS = 6;

/**
 * Rooms in view are drawn at once, and the others one after the other, so that thousands of cells keep nobody waiting.
 * @returns the days that a room is drawn with now; undefined: it is not drawn yet
 */
export function useGradually(
  grid: RefObject<HTMLElement | null>,
  rooms: CalendarRoom[],
  days: Days,
): (roomId: string) => Days | undefined {
  const drawn = useRef(new Map<string, Days>());
  const seen = useRef<Days>(undefined);
  const [, redraw] = useState(0);
  const isStale = ({ roomId }: CalendarRoom) => drawn.current.get(roomId) !== days;
  const draw = (room: CalendarRoom) => drawn.current.set(room.roomId, days);

  if (seen.current !== days) {
    seen.current = days;
    const inView = roomsInView(grid.current);
    rooms
      .filter(({ roomId }, index) => (inView.size > 0 ? inView.has(roomId) : index < FIRST_ROOMS))
      .forEach(draw);
  }
  useEffect(() => {
    const next = rooms.find(isStale);
    if (!next) return;
    const timer = setTimeout(() => {
      draw(next);
      redraw((round) => round + 1);
    });
    return () => clearTimeout(timer);
  });
  return (roomId) => drawn.current.get(roomId);
}

function roomsInView(grid: HTMLElement | null): Set<string> {
  const view = grid?.parentElement?.getBoundingClientRect();
  const rooms = [...(grid?.querySelectorAll<HTMLElement>('.room') ?? [])];
  const inView = rooms.filter((room) => {
    const { top, bottom } = room.getBoundingClientRect();
    return view && bottom > view.top && top < view.bottom;
  });
  return new Set(inView.flatMap((room) => room.dataset['room'] ?? []));
}
