/** The position of a cell in the grid. `row` is the id of a plan, or `r` and the id of a room. */
export interface CellPosition {
  row: string;
  column: number;
}

export function cellAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
}

export function rowOf(cell: HTMLElement): HTMLElement | null {
  return cell.closest<HTMLElement>('.row');
}

export function cellsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('.cell')];
}

export function positionOf(cell: HTMLElement): CellPosition {
  const row = rowOf(cell);
  return { row: row?.dataset['row'] ?? '', column: row ? cellsOf(row).indexOf(cell) : -1 };
}

export function findCell(within: ParentNode, { row, column }: CellPosition): HTMLElement | undefined {
  const element = within.querySelector<HTMLElement>(`.row[data-row="${CSS.escape(row)}"]`);
  return element ? cellsOf(element)[column] : undefined;
}

/** Thousands of cells are drawn without a tab index. A cell gets one when the focus moves to it. */
export function focusCell(cell: HTMLElement | undefined): void {
  if (!cell) return;
  cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
}
