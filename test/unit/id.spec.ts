import type { RoomId } from '../../src/platform/database/id';
import { byNumber, parseId } from '../../src/platform/database/id';

describe('an id', () => {
  it.each([
    ['1', '1'],
    ['007', '7'],
    ['9223372036854775807', '9223372036854775807'],
    [`${'0'.repeat(29)}1`, '1'],
  ])('The id in %s is %s, without leading zeros and exact to the last digit', (text, id) => {
    expect(parseId(text)).toBe(id);
  });

  it.each([
    '0',
    '9223372036854775808',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    'x1',
    '1x',
    '',
    '0'.repeat(30) + '1',
    1,
    null,
  ])('The parser refuses %p as an id', (text) => {
    expect(parseId(text)).toBeUndefined();
  });

  it('Ids are sorted by their numeric value', () => {
    const sorted = ['1', '2', '9', '10', '101', '9007199254740993', '9007199254740995'] as RoomId[];
    expect(sorted.toReversed().sort(byNumber)).toEqual(sorted);
    expect([...sorted].sort(byNumber)).toEqual(sorted);
  });
});
