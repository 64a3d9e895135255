import type { RoomId } from '../../src/database/id';
import type { Push } from '../../src/push/push';
import { RoomQueue } from '../../src/push/room-queue';

/** Tasks of pushes, as a test begins and ends them. */
class Pushes {
  readonly queue = new RoomQueue();
  readonly started: string[] = [];
  readonly suspended = new Set<string>();
  private readonly ends = new Map<string, (error?: Error) => void>();
  private readonly blocks = new Map<string, () => void>();

  ask(id: string, roomId = '1'): void {
    const capacity = {
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
    this.queue.run(push, task).catch(() => undefined);
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
});
