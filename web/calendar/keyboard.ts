import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { copyText } from '../ui/copy';
import type { Place } from './cell-elements';
import { cellAt, cellsOf, findCell, focusCell, placeOf, rowOf } from './cell-elements';

/**
 * Makes a grid one tab stop: the arrow keys move from cell to cell, and focus returns to the last focused cell. The tab
 * indices are set here on the elements themselves, so that a step redraws nothing.
 */
export function useGridKeys(
  grid: RefObject<HTMLElement | null>,
  actions: {
    open: (cell: HTMLElement) => void;
    turn: (direction: 1 | -1) => void;
    close: () => void;
    fold: (roomId: string) => void;
  },
) {
  const place = useRef<Place>(undefined);
  const stop = useRef<HTMLElement>(undefined);

  const makeStop = useCallback((cell: HTMLElement) => {
    if (stop.current !== cell) stop.current?.removeAttribute('tabindex');
    cell.tabIndex = 0;
    stop.current = cell;
  }, []);

  // After each drawing: the cell may be gone with its room.
  useEffect(() => {
    if (!grid.current || stop.current?.isConnected) return;
    const cell = place.current && findCell(grid.current, place.current);
    const next = cell ?? grid.current.querySelector<HTMLElement>('.cell');
    if (next) makeStop(next);
  });

  const onFocusIn = useCallback(
    (event: FocusEvent) => {
      const cell = cellAt(event.target);
      if (!cell) return;
      makeStop(cell);
      place.current = placeOf(cell);
    },
    [makeStop],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const cell = cellAt(event.target);
      if (event.key === 'Escape') return actions.close();
      if (!cell || event.altKey || event.metaKey) return;
      const direction = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
      if (direction !== 0) {
        event.preventDefault();
        actions.turn(direction);
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        actions.open(cell);
      } else if (event.key === '+' || event.key === '-') {
        const room = cell.closest('.room')?.querySelector<HTMLElement>('.row-room')?.dataset['row'];
        const isOpen =
          cell.closest('.room')?.querySelector('.fold')?.getAttribute('aria-expanded') === 'true';
        if (room && isOpen === (event.key === '-')) actions.fold(room.slice(1));
      } else if (event.key === 'c' && event.ctrlKey) {
        copyRow(cell);
      } else {
        const next = stepFrom(cell, event.key, event.ctrlKey);
        if (!next) return;
        event.preventDefault();
        focusCell(next);
        next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
    },
    [actions],
  );
  return { onFocusIn, onKeyDown };
}

/** From the cell on to the end of its row, with tabs in between, as a table takes it. */
function copyRow(cell: HTMLElement): void {
  const row = rowOf(cell);
  if (!row || String(getSelection()) !== '') return;
  const cells = cellsOf(row);
  const text = cells.slice(cells.indexOf(cell)).map((one) => one.textContent);
  void copyText(text.join('\t'));
}

function stepFrom(cell: HTMLElement, key: string, isFar: boolean): HTMLElement | null {
  const row = rowOf(cell);
  if (!row) return null;
  const cells = cellsOf(row);
  const column = cells.indexOf(cell);
  if (key === 'ArrowRight') return cells[column + 1] ?? null;
  if (key === 'ArrowLeft') return cells[column - 1] ?? null;
  const rows = [...(row.closest('[role=grid]')?.querySelectorAll<HTMLElement>('.row') ?? [])];
  if (key === 'Home') return (isFar ? cellsOf(rows[0] ?? row) : cells)[0] ?? null;
  if (key === 'End') return (isFar ? cellsOf(rows.at(-1) ?? row) : cells).at(-1) ?? null;
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const next = step && rows[rows.indexOf(row) + step];
  return next ? (cellsOf(next)[column] ?? null) : null;
}
