import { readAll } from '../../web/read-all';

/** Reads pages of 200 from a list of this many numbers. */
const pagesOf = (length: number) => (cursor: string | undefined) => {
  const start = Number(cursor ?? 0);
  const end = Math.min(length, start + 200);
  const items = Array.from({ length: end - start }, (_, index) => start + index);
  return Promise.resolve({ items, nextCursor: end < length ? String(end) : null });
};

describe('all pages of a list', () => {
  const read = (length: number) => readAll(pagesOf(length), 1_000);

  it('Every page of a list is read', async () => {
    expect(await read(1_000)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  it('A list that is too long is an error, and its first part is not returned', async () => {
    await expect(read(1_001)).rejects.toThrow('There are more than 1,000.');
  });
});
