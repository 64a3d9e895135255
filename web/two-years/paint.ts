import type { Mark, NightRow } from './nights';
import { levelOf, NEAR, summaryOf } from './nights';

/** The names of the colours in two-years.css: of the levels, and of the marks. */
const LEVEL_COLOURS = [0, 1, 2, 3, 4, 5, 6].map((level) => `--level-${level}`);
const MARK_COLOURS: Record<Mark, string> = {
  noRecord: '--no-record',
  notSet: '--not-set',
  held: '--held',
  noRooms: '--no-rooms',
};

type Colour = [red: number, green: number, blue: number];

/** Paints one pixel for each night, in a line for each row. The browser enlarges the picture. */
export function paint(canvas: HTMLCanvasElement, rows: readonly NightRow[], nights: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  [canvas.width, canvas.height] = [nights, rows.length];
  const colourOf = readColours(canvas);
  const picture = context.createImageData(nights, rows.length);
  rows.forEach((row, line) => {
    const { median = 0 } = summaryOf(row);
    row.nights.forEach((night, place) => {
      if (night === undefined) return;
      const level = typeof night !== 'number' ? NEAR : row.isRoom ? NEAR : levelOf(night, median);
      const name = typeof night === 'number' ? LEVEL_COLOURS[level] : MARK_COLOURS[night];
      picture.data.set([...colourOf(name ?? ''), 255], 4 * (line * nights + place));
    });
  });
  context.putImageData(picture, 0, 0);
}

/** Returns a function that reads a colour of the style sheet, `#rrggbb`. */
function readColours(element: Element): (name: string) => Colour {
  const style = getComputedStyle(element);
  const known = new Map<string, Colour>();
  return (name) => {
    const colour = known.get(name) ?? parse(style.getPropertyValue(name));
    known.set(name, colour);
    return colour;
  };
}

function parse(text: string): Colour {
  const value = parseInt(text.trim().slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
