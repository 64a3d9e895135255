import type { CellState } from '../../src/administration/undo/cell-past';
import { pastOf } from '../../src/administration/undo/cell-past';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';

const baseline = (value: number | null): CellState => ({
  moment: 1,
  value,
  isUndone: false,
  isBaseline: true,
});
const other = (moment: number, value: number | null): CellState => ({
  moment,
  value,
  isUndone: false,
  isBaseline: false,
});
const undone = (moment: number, value: number | null): CellState => ({
  ...other(moment, value),
  isUndone: true,
});
const NO_CHANGE = { lastOther: null, firstUndone: null, lastUndone: null, before: null, after: null };

describe('the past of a cell', () => {
  it.each([
    ['a price', 100, 100, true],
    ['no price', NOT_SET, null, true],
    ['no record', NO_RECORD, null, false],
    ['a price of 0', 0, 0, true],
  ])('The past of a cell has its present value: %s', (_, present, value, exists) => {
    expect(pastOf(present, [], null)).toEqual({ value, exists, ...NO_CHANGE, states: [] });
  });

  it('A cell has no change if its states have not changed its value', () => {
    expect(pastOf(100, [baseline(100), undone(2, 100), other(3, 100)], null)).toMatchObject({
      value: 100,
      exists: true,
      ...NO_CHANGE,
    });
  });

  it('The past of a cell has the value before the first undone change and the value after the last', () => {
    expect(pastOf(120, [baseline(100), undone(2, 110), undone(3, 120)], null)).toMatchObject({
      lastOther: null,
      firstUndone: 2,
      before: 100,
      after: 120,
    });
  });

  it('A cell without earlier states begins without rooms or a price', () => {
    expect(pastOf(5, [undone(2, 5)], 0)).toMatchObject({ firstUndone: 2, before: 0, after: 5 });
    expect(pastOf(5, [undone(2, 5)], null)).toMatchObject({ firstUndone: 2, before: null });
    expect(pastOf(0, [undone(2, 0)], 0)).toMatchObject({ firstUndone: null, after: null });
  });

  it('A cell has nothing to undo if something else changed the cell afterwards', () => {
    expect(pastOf(130, [baseline(100), undone(2, 110), other(3, 130)], null)).toMatchObject({
      lastOther: 3,
      firstUndone: null,
      lastUndone: 2,
      before: null,
      after: 130,
    });
  });

  it('An undo of a cell concerns only changes after the last change by something else', () => {
    const states = [
      baseline(100),
      undone(2, 110),
      other(3, 130),
      other(4, 140),
      undone(5, 150),
      undone(6, null),
    ];
    expect(pastOf(NOT_SET, states, null)).toMatchObject({
      value: null,
      lastOther: 4,
      firstUndone: 5,
      lastUndone: 6,
      before: 140,
      after: null,
    });
  });

  it('A state that only begins the known past is not a change, even if its entry is undone', () => {
    expect(pastOf(100, [{ ...baseline(100), isUndone: true }, undone(2, 90)], null)).toMatchObject({
      firstUndone: 2,
      before: 100,
      after: 90,
    });
  });
});
