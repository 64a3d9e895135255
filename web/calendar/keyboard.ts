import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { copyText } from '../ui/copy';
import type { CellPosition } from './cell-elements';
import type { Selecting } from './selection';
import { cellAt, cellsOf, findCell, focusCell, positionOf, rowOf } from './cell-elements';

/**
 * Makes a grid one tab stop: the arrow keys move from cell to cell, and focus returns to the last focused cell. It sets
 * the tab indices directly on the elements, so that a step redraws nothing.
 */
export function useGridKeys(
  grid: RefObject<HTMLElement | null>,
  actions: {
    open: (cell: HTMLElement) => void;
    turn: (direction: 1 | -1) => void;
    close: () => void;
    fold: (roomId: string) => void;
    /** Closes the selected cells for sale. */
    shut: () => void;
  },
  selecting: Selecting | undefined,
) {
  const position = useRef<CellPosition>(undefined);
  const stop = useRef<HTMLElement>(undefined);

  const makeStop = useCallback((cell: HTMLElement) => {
    if (stop.current !== cell) stop.current?.removeAttribute('tabindex');
    cell.tabIndex = 0;
    stop.current = cell;
  }, []);

  // This runs after each drawing, because the cell may have disappeared with its room.
  useEffect(() => {
    if (!grid.current || stop.current?.isConnected) return;
    const cell = position.current && findCell(grid.current, position.current);
    const next = cell ?? grid.current.querySelector<HTMLElement>('.cell');
    if (next) makeStop(next);
  });

  const onFocusIn = useCallback(
    (event: FocusEvent) => {
      const cell = cellAt(event.target);
      if (!cell) return;
      makeStop(cell);
      position.current = positionOf(cell);
    },
    [makeStop],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const cell = cellAt(event.target);
      const chosen = selecting?.chosen() ?? [];
      if (event.key === 'Escape') return chosen.length > 0 ? selecting?.clear() : actions.close();
      if (!cell || event.altKey || event.metaKey) return;
      const direction = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
      if (direction !== 0) {
        event.preventDefault();
        actions.turn(direction);
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        if (chosen.length > 0) actions.shut();
        else actions.open(cell);
      } else if (event.key === '+' || event.key === '-') {
        const room = cell.closest('.room')?.querySelector<HTMLElement>('.row-room')?.dataset['row'];
        const isOpen =
          cell.closest('.room')?.querySelector('.fold')?.getAttribute('aria-expanded') === 'true';
        if (room && isOpen === (event.key === '-')) actions.fold(room.slice(1));
      } else if (event.key === 'c' && event.ctrlKey) {
        copyCells(chosen.length > 0 ? chosen : [restOfRow(cell)]);
      } else {
        const next = stepFrom(cell, event.key, event.ctrlKey);
        if (!next) return;
        event.preventDefault();
        focusCell(next);
        if (event.shiftKey) selecting?.extend(cell, next);
        else selecting?.clear();
        next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
    },
    [actions, selecting],
  );
  return { onFocusIn, onKeyDown };
}

/** Returns the cells of a row from one of them to its end. */
function restOfRow(cell: HTMLElement): HTMLElement[] {
  const row = rowOf(cell);
  const cells = row ? cellsOf(row) : [];
  return cells.slice(cells.indexOf(cell));
}

/** Tabs separate the values, so that spreadsheet programs paste them into cells. */
function copyCells(rows: HTMLElement[][]): void {
  if (String(getSelection()) !== '') return;
  void copyText(rows.map((cells) => cells.map((one) => one.textContent).join('\t')).join('\n'));
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
