const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.charCodeAt(0));
const OPENING = ['[', '{'].map((character) => character.charCodeAt(0));
const CLOSING = [']', '}'].map((character) => character.charCodeAt(0));

/** Whether arrays and objects of a JSON text are nested deeper than so many levels; looks no further than there. */
export function isDeeperThan(levels: number, text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isString = !isString;
    else if (isString) index += code === BACKSLASH ? 1 : 0;
    else if (OPENING.includes(code) && ++depth > levels) return true;
    else if (CLOSING.includes(code)) depth--;
  }
  return false;
}
