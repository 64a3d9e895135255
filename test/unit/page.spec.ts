import { pageOf } from '../../src/platform/http/page';

const MIB = 1024 * 1024;
const found = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));
/** Completes items with a text of so many characters each; each character takes so many bytes. */
const withText = (length: number, character = 'x') => {
  const text = character.repeat(length);
  return (items: { id: string }[]) => items.map(({ id }) => ({ id, text }));
};

describe('a page of a list', () => {
  it('has as many items as were asked for, and leads to the next one', async () => {
    const { items, nextCursor } = await pageOf(found(51), 50, withText(1));
    expect([items.length, nextCursor]).toEqual([50, '50']);
  });

  it('is the last one where no more was found', async () => {
    expect((await pageOf(found(50), 50, withText(1))).nextCursor).toBeNull();
    expect(await pageOf(found(0), 50, withText(1))).toEqual({ items: [], nextCursor: null });
  });

  it.each(['x', 'ü', '\n'])(
    'ends before 4 MiB, and the next one goes on behind its last item: %j',
    async (character) => {
      const page = await pageOf(found(200), 200, withText(100_000, character));
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(4 * MIB);
      expect(Buffer.byteLength(JSON.stringify(page))).toBeGreaterThan(3.7 * MIB);
      expect(page.nextCursor).toBe(String(page.items.length));
    },
  );

  it('has one item at least', async () => {
    const { items, nextCursor } = await pageOf(found(2), 50, withText(5 * MIB));
    expect([items.length, nextCursor]).toEqual([1, '1']);
  });

  it('completes no more items than it may need', async () => {
    const completed: number[] = [];
    await pageOf(found(200), 200, (items) => {
      completed.push(items.length);
      return withText(MIB)(items);
    });
    expect(completed).toEqual([20]);
  });
});
