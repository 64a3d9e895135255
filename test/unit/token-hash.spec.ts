import { newTokenValue } from '../../src/platform/auth/token-hash';

describe('a new access token', () => {
  it('A new token never begins with a dash, so that commands take it as a value', () => {
    const values = Array.from({ length: 3_000 }, newTokenValue);
    expect(values.filter((value) => value.startsWith('-'))).toEqual([]);
    expect(new Set(values.map((value) => value.length))).toEqual(new Set([43]));
  });
});
