import { itemsOf, readAgain } from '../../web/pages';

const LIMIT = 3;

/** A list in the service, in the order of its numbers. */
class FakeList {
  readonly read: string[] = [];
  constructor(public items: number[]) {}

  readonly page = (cursor: string | undefined) => {
    this.read.push(cursor ?? 'first');
    const after = this.items.filter((item) => cursor === undefined || item > Number(cursor));
    const items = after.slice(0, LIMIT);
    return Promise.resolve({ cursor, items, nextCursor: after.length > LIMIT ? String(items.at(-1)) : null });
  };

  async pages(count: number) {
    const pages = [await this.page(undefined)];
    while (pages.length < count) pages.push(await this.page(pages.at(-1)?.nextCursor ?? undefined));
    this.read.length = 0;
    return pages;
  }
}

const only = (...due: number[]) => due.includes.bind(due);
const numbersOf = (pages: { items: number[] }[]) => pages.map(({ items }) => items);

describe('the pages of a list', () => {
  it('An item that is created on a page moves the items behind it, and none is lost', async () => {
    const list = new FakeList([10, 20, 30, 40, 50, 60, 70]);
    const pages = await list.pages(2);
    list.items = [10, 15, 20, 30, 40, 50, 60, 70];
    const fresh = await readAgain(pages, only(0), list.page);
    expect(numbersOf(fresh)).toEqual([
      [10, 15, 20],
      [30, 40, 50],
    ]);
    expect(fresh.at(-1)?.nextCursor).toBe('50');
  });

  it('An item that is deleted from a page leaves no other item on two pages', async () => {
    const list = new FakeList([10, 20, 30, 40, 50, 60, 70]);
    const pages = await list.pages(3);
    list.items = [10, 30, 40, 50, 60, 70];
    expect(numbersOf(await readAgain(pages, only(0), list.page))).toEqual([
      [10, 30, 40],
      [50, 60, 70],
    ]);
  });

  it('Later pages are not read again if a page that was read again ends at the same item', async () => {
    const list = new FakeList([10, 20, 30, 40, 50, 60, 70]);
    const pages = await list.pages(3);
    const fresh = await readAgain(pages, only(1), list.page);
    expect(list.read).toEqual(['30']);
    expect([fresh[0], fresh[2]]).toEqual([pages[0], pages[2]]);
  });

  it('A page is read again if its beginning has moved', async () => {
    const list = new FakeList([10, 20, 30, 40, 50, 60, 70]);
    const [first, second] = await list.pages(2);
    const moved = { cursor: undefined, items: [10, 20], nextCursor: '20' };
    expect(first && second && numbersOf(await readAgain([moved, second], only(), list.page))).toEqual([
      [10, 20],
      [30, 40, 50],
    ]);
  });

  it('A list that has become empty has one page without items', async () => {
    const list = new FakeList([10, 20, 30, 40]);
    const pages = await list.pages(2);
    list.items = [];
    expect(await readAgain(pages, only(0), list.page)).toEqual([
      { cursor: undefined, items: [], nextCursor: null },
    ]);
  });

  it('An item that was on two pages is shown once, in its first place', () => {
    const pages = [{ items: [{ id: 'a' }, { id: 'b' }] }, { items: [{ id: 'b' }, { id: 'c' }] }];
    expect(itemsOf(pages, ({ id }) => id)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  });
});
