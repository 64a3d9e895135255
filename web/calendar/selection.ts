import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { CellPosition } from './cell-elements';
import { cellAt, cellsOf, findCell, focusCell, positionOf, rowOf } from './cell-elements';

/** A rectangle of cells. A row is the id of a plan, or `r` and the id of a room. */
export interface Selection {
  rows: string[];
  from: string;
  to: string;
}

/** The part of the selection that the hook for the keys of the grid needs. */
export interface Selecting {
  /** Extends the selection to a cell, from the first selected one or else from the given one. */
  extend: (from: HTMLElement, to: HTMLElement) => void;
  clear: () => void;
  chosen: () => HTMLElement[][];
}

/**
 * Selects cells by dragging the mouse, with Shift, or by a press on the first and on the last cell. It sets the marks
 * directly on the elements, so that a step redraws nothing.
 * @param isPressing whether each press selects; a touch screen needs this, because dragging a finger scrolls
 */
export function useSelection(
  grid: RefObject<HTMLElement | null>,
  dates: string[],
  selection: Selection | null,
  isPressing: boolean,
  onSelect: (selection: Selection | null) => void,
) {
  const anchor = useRef<CellPosition>(undefined);
  const dragged = useRef<{ from: HTMLElement; hasMoved: boolean }>(undefined);
  if (selection === null && !dragged.current) anchor.current = undefined;

  // The marks must be there before the next key is pressed, because the key acts on the marked cells.
  useLayoutEffect(() => mark(grid.current, selection, dates));

  const select = useCallback(
    (to: HTMLElement) => {
      const start = anchor.current && grid.current && findCell(grid.current, anchor.current);
      if (start) onSelect(between(grid.current, start, to, dates));
    },
    [grid, dates, onSelect],
  );
  const extend = useCallback(
    (from: HTMLElement, to: HTMLElement) => {
      anchor.current ??= positionOf(from);
      select(to);
    },
    [select],
  );

  const onPointerDown = useCallback((event: PointerEvent) => {
    const cell = cellAt(event.target);
    if (cell && event.pointerType !== 'touch' && event.button === 0)
      dragged.current = { from: cell, hasMoved: false };
  }, []);
  const onPointerOver = useCallback(
    (event: PointerEvent) => {
      const drag = dragged.current;
      const cell = cellAt(event.target);
      if (!drag || !cell || event.buttons !== 1) return;
      if (!drag.hasMoved) {
        if (cell === drag.from) return;
        if (!event.shiftKey) anchor.current = positionOf(drag.from);
        drag.hasMoved = true;
      }
      extend(drag.from, cell);
      focusCell(cell); // the keys continue from there
    },
    [extend],
  );
  useEffect(() => {
    // The timeout runs after the click that follows this event.
    const onUp = () => setTimeout(() => (dragged.current = undefined));
    addEventListener('pointerup', onUp);
    return () => removeEventListener('pointerup', onUp);
  }, []);

  /** @returns whether a press on a cell has selected it and must not open it */
  const takePress = useCallback(
    (event: MouseEvent, cell: HTMLElement, focused: HTMLElement | null) => {
      if (dragged.current?.hasMoved) return true;
      if (event.shiftKey) {
        extend(focused ?? cell, cell);
        return true;
      }
      if (isPressing) {
        const isWhole = selection !== null && (selection.rows.length > 1 || selection.from !== selection.to);
        if (isWhole) anchor.current = undefined;
        extend(cell, cell);
        return true;
      }
      if (selection !== null) onSelect(null);
      return false;
    },
    [extend, isPressing, selection, onSelect],
  );
  const clear = useCallback(() => {
    anchor.current = undefined;
    if (selection !== null) onSelect(null);
  }, [selection, onSelect]);
  const chosen = useCallback(() => {
    const rows = new Map<HTMLElement | null, HTMLElement[]>();
    for (const cell of grid.current?.querySelectorAll<HTMLElement>('[data-chosen]') ?? [])
      rows.set(rowOf(cell), [...(rows.get(rowOf(cell)) ?? []), cell]);
    return [...rows.values()];
  }, [grid]);
  return { onPointerDown, onPointerOver, takePress, extend, clear, chosen };
}

function rowsOf(grid: ParentNode | null): HTMLElement[] {
  return [...(grid?.querySelectorAll<HTMLElement>('.row') ?? [])];
}

function between(
  grid: HTMLElement | null,
  start: HTMLElement,
  end: HTMLElement,
  dates: string[],
): Selection | null {
  const names = rowsOf(grid).map((row) => row.dataset['row'] ?? '');
  const [one, other] = [positionOf(start), positionOf(end)];
  const [first = 0, last = 0] = [names.indexOf(one.row), names.indexOf(other.row)].sort((a, b) => a - b);
  const [from = 0, to = 0] = [one.column, other.column].sort((a, b) => a - b);
  const [fromDate, toDate] = [dates[from], dates[to]];
  if (first < 0 || fromDate === undefined || toDate === undefined) return null;
  return { rows: names.slice(first, last + 1), from: fromDate, to: toDate };
}

function mark(grid: HTMLElement | null, selection: Selection | null, dates: string[]): void {
  if (!grid) return;
  const rows = new Set(selection?.rows);
  const wanted = new Set<HTMLElement>();
  if (selection) {
    const [from, to] = [dates.indexOf(selection.from), dates.indexOf(selection.to)];
    for (const row of rowsOf(grid))
      if (rows.has(row.dataset['row'] ?? ''))
        for (const cell of cellsOf(row).slice(from, to + 1)) wanted.add(cell);
  }
  for (const cell of grid.querySelectorAll<HTMLElement>('[data-chosen]')) {
    if (wanted.has(cell)) continue;
    cell.removeAttribute('data-chosen');
    cell.removeAttribute('aria-selected');
  }
  for (const cell of wanted) {
    cell.dataset['chosen'] = '';
    cell.ariaSelected = 'true';
  }
}
