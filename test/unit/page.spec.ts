import { pageOf } from '../../src/platform/http/page';

const MIB = 1024 * 1024;
const found = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));
/** Gives each item a text of `length` characters. */
const withText = (length: number, character = 'x') => {
  const text = character.repeat(length);
  return (items: { id: string }[]) => items.map(({ id }) => ({ id, text }));
};

describe('a page of a list', () => {
  it('A page has as many items as requested, and a cursor to the next page', async () => {
    const { items, nextCursor } = await pageOf(found(51), 50, withText(1));
    expect([items.length, nextCursor]).toEqual([50, '50']);
  });

  it('A page is the last one if no more items were found', async () => {
    expect((await pageOf(found(50), 50, withText(1))).nextCursor).toBeNull();
    expect(await pageOf(found(0), 50, withText(1))).toEqual({ items: [], nextCursor: null });
  });

  it.each(['x', 'ü', '\n'])(
    'A page ends before 4 MiB, and the next one continues after its last item: %j',
    async (character) => {
      const page = await pageOf(found(200), 200, withText(100_000, character));
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(4 * MIB);
      expect(Buffer.byteLength(JSON.stringify(page))).toBeGreaterThan(3.7 * MIB);
      expect(page.nextCursor).toBe(String(page.items.length));
    },
  );

  it('A page has at least one item', async () => {
    const { items, nextCursor } = await pageOf(found(2), 50, withText(5 * MIB));
    expect([items.length, nextCursor]).toEqual([1, '1']);
  });

  it('A page completes only as many items as it may need', async () => {
    const completed: number[] = [];
    await pageOf(found(200), 200, (items) => {
      completed.push(items.length);
      return withText(MIB)(items);
    });
    expect(completed).toEqual([20]);
  });
});
