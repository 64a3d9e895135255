import { OutageDetector } from '../../src/platform/database/outage-detector';
import type { RoomId } from '../../src/platform/database/id';
import type { Push } from '../../src/push/push';
import { OverloadedError } from '../../src/push/overloaded-error';
import type { Turn } from '../../src/push/room-line';
import { RoomQueue } from '../../src/push/room-queue';

const { setImmediate } = globalThis; // settled() needs the real one.

/** Tasks of pushes, as a test begins and ends them. */
class Pushes {
  readonly outages = new OutageDetector();
  readonly queue = new RoomQueue(this.outages);
  readonly started: string[] = [];
  readonly shed: string[] = [];
  readonly suspended = new Set<string>();
  private readonly ends = new Map<string, (error?: Error) => void>();
  private readonly blocks = new Map<string, () => void>();

  ask(id: string, { roomId = '1', weight = 4, isCounted = true } = {}): void {
    const capacity = {
      weight,
      isCounted,
      suspend: () => this.suspended.add(id),
      resume: () => this.suspended.delete(id),
    };
    const push = { id, roomId: roomId as RoomId, capacity } as unknown as Push;
    const task = ({ block }: Turn) => {
      this.started.push(id);
      this.blocks.set(id, block);
      return new Promise<void>((resolve, reject) =>
        this.ends.set(id, (error) => (error ? reject(error) : resolve())),
      );
    };
    this.queue
      .run(push, task)
      .catch((error: unknown) => error instanceof OverloadedError && this.shed.push(id));
  }

  block(id: string): void {
    this.blocks.get(id)?.();
  }

  async end(id: string, error?: Error): Promise<void> {
    this.ends.get(id)?.(error);
    await settled();
  }
}

describe('the queue of a room', () => {
  let pushes: Pushes;
  beforeEach(() => (pushes = new Pushes()));

  it('carries out its pushes one after the other, in their order, after failures as well', async () => {
    for (const id of ['a', 'b', 'c']) pushes.ask(id);
    expect(pushes.started).toEqual(['a']);
    await pushes.end('a', new Error('no'));
    expect(pushes.started).toEqual(['a', 'b']);
    await pushes.end('b');
    expect(pushes.started).toEqual(['a', 'b', 'c']);
  });

  it('keeps no push of another room', () => {
    pushes.ask('a', { roomId: '1' });
    pushes.ask('b', { roomId: '2' });
    expect(pushes.started).toEqual(['a', 'b']);
  });

  it('takes no capacity while its first push waits for a lock, neither for those behind it', async () => {
    for (const id of ['a', 'b']) pushes.ask(id);
    pushes.ask('elsewhere', { roomId: '2' });
    pushes.block('a');
    pushes.ask('c');
    expect([...pushes.suspended]).toEqual(['a', 'b', 'c']);
    await pushes.end('a');
    expect([...pushes.suspended]).toEqual([]);
    pushes.block('b');
    expect([...pushes.suspended]).toEqual(['b', 'c']);
  });

  describe('of which one takes 250 ms', () => {
    beforeEach(async () => {
      jest.useFakeTimers().setSystemTime(0);
      for (const id of ['first', 'second', 'third', 'fourth', 'last']) pushes.ask(id);
      await take('first', 3_000); // May have waited for a connection: it says nothing.
      await take('second', 250);
      for (const id of ['a', 'b']) pushes.ask(id);
      await take('third', 250);
      await take('fourth', 250);
      for (const id of ['c', 'd']) pushes.ask(id);
      for (const id of ['last', 'a', 'b']) await take(id, 250);
    });
    afterEach(() => jest.useRealTimers());

    async function take(id: string, milliseconds: number): Promise<void> {
      jest.advanceTimersByTime(milliseconds);
      await pushes.end(id);
    }

    async function join(...ids: string[]): Promise<string[]> {
      for (const id of ids) pushes.ask(id);
      await settled();
      return pushes.shed.splice(0);
    }

    it('sheds what would wait for more than 1 s behind others', async () => {
      expect(await join('e', 'f', 'g', 'h')).toEqual(['h']);
      expect(() => pushes.queue.assertCapacity('1' as RoomId)).toThrow(
        '5 pushes for the room are in flight, for 1250 ms',
      );
      await take('c', 250);
      expect(await join('i', 'j')).toEqual(['j']);
    });

    it('sheds none of the first small ones, however slow they are', async () => {
      for (let n = 1; n <= 16; n++) pushes.ask(`small ${n}`, { roomId: '2', weight: 1 });
      await take('small 1', 400);
      await take('small 2', 400);
      pushes.ask('one more', { roomId: '2', weight: 1 });
      expect(await join()).toEqual([]);
      for (const id of ['two more', 'three more']) pushes.ask(id, { roomId: '2', weight: 1 });
      expect(await join()).toEqual(['three more']);
    });

    it('sheds nothing for other rooms', async () => {
      await join('e', 'f', 'g');
      pushes.queue.assertCapacity('2' as RoomId);
      pushes.ask('elsewhere', { roomId: '2' });
      expect(pushes.started).toContain('elsewhere');
    });

    it('expects large pushes to take longer', async () => {
      await take('c', 250);
      pushes.ask('large', { weight: 16 });
      expect(await join('e')).toEqual(['e']);
      await take('d', 250);
      pushes.ask('f');
      await take('large', 1_000);
      expect(await join('g', 'h', 'i', 'j', 'k')).toEqual(['k']);
    });

    it('follows a room that becomes slower by its latest ten turns', async () => {
      for (const [n, id] of ['c', 'd', ...Array.from({ length: 9 }, (_, n) => `e${n}`)].entries()) {
        pushes.ask(`e${n}`);
        await take(id, 500);
      }
      expect(await join('f', 'g', 'h')).toEqual(['h']);
    });

    it('takes one turn that is much longer than the others for a hiccup', async () => {
      await join('e', 'f', 'g');
      await take('c', 4_000);
      expect(await join('h', 'i')).toEqual(['i']);
    });

    it('takes its first turn for at most half a second', async () => {
      for (const id of ['1', '2', '3']) pushes.ask(id, { roomId: '2' });
      await take('1', 10);
      await take('2', 4_000);
      for (const id of ['4', '5', '6', '7']) pushes.ask(id, { roomId: '2' });
      expect(await join()).toEqual(['7']);
    });

    it('takes no turn of five seconds for its pace, however many there are', async () => {
      await join('e', 'f', 'g');
      for (const id of ['c', 'd', 'e']) await take(id, 5_000);
      expect(await join('h', 'i', 'j', 'k')).toEqual(['k']);
    });

    it('takes no turn in an outage for its pace', async () => {
      await join('e', 'f', 'g');
      pushes.outages.recordFailure();
      for (const id of ['c', 'd', 'e']) await take(id, 675);
      expect(await join('h', 'i', 'j', 'k')).toEqual(['k']);
    });

    it('lets all wait that come while the database is away, and counts none of them against others', async () => {
      for (const id of ['e', 'f', 'g', 'h', 'i']) pushes.ask(id, { isCounted: false });
      expect(await join('j', 'k', 'l', 'm')).toEqual(['m']);
    });

    it('lets all of them wait where one takes five seconds', async () => {
      jest.advanceTimersByTime(5_000);
      expect(await join('e', 'f', 'g', 'h', 'i', 'j')).toEqual([]);
    });
  });
});

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
