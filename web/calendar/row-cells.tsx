import type { ComponentChild } from 'preact';
import { Component, createRef } from 'preact';
import type { Cell } from './cells';

export interface Days {
  dates: string[];
  /** The look of each date: weekend, today, or neither. */
  looks: string[];
}

interface RowCellsProps {
  days: Days;
  cellOf: (date: string, index: number) => Cell;
}

/**
 * Draws the cells of a row. It creates and changes their elements directly: a calendar has ten thousand, and comparing a
 * virtual node for each takes several times as long. It reuses the elements for other days, so the focus stays in its column.
 */
export class RowCells extends Component<RowCellsProps> {
  private readonly element = createRef<HTMLDivElement>();
  /** Alternates between two classes with the same animation, so that a second flash restarts it. */
  private flash = 0;
  /** The names of the shown cells, without their remarks. */
  private names: string[] = [];

  override componentDidMount(): void {
    this.draw(false);
  }

  override componentDidUpdate({ days }: RowCellsProps): void {
    this.flash = 1 - this.flash;
    this.draw(days === this.props.days);
  }

  render(): ComponentChild {
    return <div role="presentation" class="cells" ref={this.element} />;
  }

  /** @param flashes whether new values light up */
  private draw(flashes: boolean): void {
    const { days, cellOf } = this.props;
    const row = this.element.current;
    if (!row) return;
    const cells = days.dates.map((date, index) => cellOf(date, index));
    const before = this.names;
    this.names = cells.map(({ name }) => name);
    if (row.children.length !== cells.length) {
      row.innerHTML = cells.map((cell, index) => htmlOf(cell, days.looks[index])).join('');
      return;
    }
    for (const [index, element] of [...row.children].entries()) {
      const cell = cells[index];
      if (!cell) continue;
      const isNew = flashes && before[index] !== cell.name;
      element.className = `cell ${cell.kind} ${days.looks[index]}${isNew ? ` flash-${this.flash}` : ''}`;
      element.ariaLabel = labelOf(cell);
      element.textContent = cell.text;
      if (cell.tag === null) element.removeAttribute('data-tag');
      else element.setAttribute('data-tag', cell.tag);
    }
  }
}

/** The browser parses HTML in half the time that setting each attribute takes. */
function htmlOf(cell: Cell, look: string | undefined): string {
  const { kind, text, tag } = cell;
  const dataTag = tag === null ? '' : ` data-tag="${escape(tag)}"`;
  return `<div role="gridcell" class="cell ${kind} ${look}" aria-label="${escape(labelOf(cell))}"${dataTag}>${escape(text)}</div>`;
}

function labelOf({ name, remark }: Cell): string {
  return remark === undefined ? name : `${name}, ${remark}`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

function escape(text: string): string {
  return /[&<"]/.test(text) ? text.replace(/[&<"]/g, (letter) => ESCAPES[letter] ?? '') : text;
}
