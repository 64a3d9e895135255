import { NO_RECORD, NOT_SET } from './cell';

const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * Parses numbers without creating a string for each: `100.1000,,-1` becomes 1001000, NOT_SET and NO_RECORD.
 * It skips points, because all numbers with a point have four digits after it.
 * @param text null if there are none
 */
export function readNumbers(text: string | null): number[] {
  const numbers: number[] = [];
  if (text === null) return numbers;
  let number = NOT_SET;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === COMMA) {
      numbers.push(number);
      number = NOT_SET;
    } else if (code === MINUS) number = NO_RECORD;
    else if (code !== POINT && number !== NO_RECORD) {
      number = (number === NOT_SET ? 0 : number * 10) + code - ZERO;
    }
  }
  numbers.push(number);
  return numbers;
}
