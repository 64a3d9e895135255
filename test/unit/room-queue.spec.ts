import { OutageDetector } from '../../src/database/outage-detector';
import type { RoomId } from '../../src/database/id';
import type { Push } from '../../src/push/push';
import { OverloadedError } from '../../src/push/overloaded-error';
import { RoomQueue } from '../../src/push/room-queue';

/** Tasks of pushes, as a test begins and ends them. */
class Pushes {
  readonly outages = new OutageDetector();
  readonly queue = new RoomQueue(this.outages);
  readonly started: string[] = [];
  readonly shed: string[] = [];
  readonly suspended = new Set<string>();
  private readonly ends = new Map<string, (error?: Error) => void>();
  private readonly blocks = new Map<string, () => void>();

  ask(id: string, roomId = '1', weight = 1): void {
    const capacity = {
      weight,
      suspend: () => this.suspended.add(id),
      resume: () => this.suspended.delete(id),
    };
    const push = { id, roomId: roomId as RoomId, capacity } as unknown as Push;
    const task = (block: () => void) => {
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
    await new Promise((resolve) => setImmediate(resolve));
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
    pushes.ask('a', '1');
    pushes.ask('b', '2');
    expect(pushes.started).toEqual(['a', 'b']);
  });

  it('takes no capacity while its first push waits for a lock, neither for those behind it', async () => {
    for (const id of ['a', 'b']) pushes.ask(id);
    pushes.ask('elsewhere', '2');
    pushes.block('a');
    pushes.ask('c');
    expect([...pushes.suspended]).toEqual(['a', 'b', 'c']);
    await pushes.end('a');
    expect([...pushes.suspended]).toEqual([]);
    pushes.block('b');
    expect([...pushes.suspended]).toEqual(['b', 'c']);
  });

  describe('of which one takes 500 ms', () => {
    beforeEach(async () => {
      jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate'] });
      for (const id of ['first', 'second', 'third']) pushes.ask(id);
      await take('first', 3_000); // May have waited for a connection: it says nothing.
      await take('second', 500);
    });
    afterEach(() => jest.useRealTimers());

    async function take(id: string, milliseconds: number): Promise<void> {
      jest.advanceTimersByTime(milliseconds);
      await pushes.end(id);
    }

    async function join(...ids: string[]): Promise<string[]> {
      for (const id of ids) pushes.ask(id);
      await new Promise((resolve) => setImmediate(resolve));
      return pushes.shed.splice(0);
    }

    it('sheds what would wait for more than two seconds behind others', async () => {
      expect(await join('a', 'b', 'c', 'd', 'e')).toEqual(['e']);
      expect(() => pushes.queue.assertCapacity('1' as RoomId)).toThrow(
        '5 pushes for the room are in flight, for 2500 ms',
      );
      await take('third', 500);
      expect(await join('f', 'g')).toEqual(['g']);
    });

    it('sheds nothing for other rooms', async () => {
      await join('a', 'b', 'c', 'd');
      pushes.queue.assertCapacity('2' as RoomId);
      pushes.ask('elsewhere', '2');
      expect(pushes.started).toContain('elsewhere');
    });

    it('expects large pushes to take longer', async () => {
      pushes.ask('large', '1', 4);
      expect(await join('a')).toEqual(['a']);
      await take('third', 500);
      pushes.ask('b');
      await take('large', 2_000);
      expect(await join('c', 'd', 'e', 'f', 'g')).toEqual(['g']);
    });

    it('follows a room that becomes slower by a fifth of what each push differs', async () => {
      await take('third', 1_000); // The line is empty with it, and begins anew.
      for (const id of ['a', 'b', 'c', 'd']) pushes.ask(id);
      await take('a', 9_000);
      await take('b', 500);
      await take('c', 1_000); // 600 ms
      expect(await join('e', 'f', 'g', 'h')).toEqual(['h']);
    });

    it('lets all of them wait while the database is away, and counts none of those against others', async () => {
      pushes.outages.recordFailure();
      expect(await join('a', 'b', 'c', 'd', 'e', 'f')).toEqual([]);
      jest.advanceTimersByTime(3_000);
      expect(await join('g', 'h', 'i', 'j', 'k')).toEqual(['k']);
    });

    it('takes no turn of five seconds for its pace, and any other for at most five times the average', async () => {
      pushes.ask('a');
      await take('third', 5_000);
      expect(await join('b', 'c', 'd', 'e')).toEqual([]);
      await take('a', 4_000); // as 2,500 ms: 900 ms on average
      expect(await join('f')).toEqual(['f']);
      await take('b', 900);
      await take('c', 900);
      expect(await join('g', 'h')).toEqual(['h']);
    });

    it('lets all of them wait where one takes five seconds', async () => {
      jest.advanceTimersByTime(5_000);
      expect(await join('a', 'b', 'c', 'd', 'e', 'f')).toEqual([]);
    });
  });
});
