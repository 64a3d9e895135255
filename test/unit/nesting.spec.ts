import { isDeeperThan } from '../../src/platform/http/nesting';

describe('the nesting of a JSON text', () => {
  it.each([
    ['[[]]', 2],
    ['[{"a":[]},{"b":[]},[[]]]', 3],
    ['{"a":"[[[[","b\\"[[":"\\\\"}', 1],
    ['7', 0],
  ])('The text %s has %d levels', (text, levels) => {
    expect(isDeeperThan(levels, text)).toBe(false);
    if (levels > 0) expect(isDeeperThan(levels - 1, text)).toBe(true);
  });

  it('The check of the nesting finds deep nesting in a truncated text', () => {
    expect(isDeeperThan(32, '['.repeat(1_000_000))).toBe(true);
  });
});
