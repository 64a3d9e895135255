const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.charCodeAt(0));
const OPENING = ['[', '{'].map((character) => character.charCodeAt(0));
const CLOSING = [']', '}'].map((character) => character.charCodeAt(0));

/** Whether a JSON text nests arrays and objects deeper than this many levels. It stops reading at that depth. */
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
