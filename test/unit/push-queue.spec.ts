import type { RoomId } from '../../src/platform/database/id';
import type { QueuedPush } from '../../src/push/push-queue';
import { PushQueue } from '../../src/push/push-queue';

interface TestPush extends QueuedPush {
  name: string;
  roomId: RoomId;
  isAlone: boolean;
  isBlocked: boolean;
}

describe('the queue of pushes', () => {
  let queue: PushQueue<TestPush>;
  /** The pushes that do not count towards the wait of others. */
  let suspended: string[];
  beforeEach(() => {
    queue = new PushQueue();
    suspended = [];
  });

  /** A push named after its room: `a1` and `a2` are for room a. */
  function push(name: string, rest: Partial<TestPush> = {}): TestPush {
    const roomId = name.charAt(0) as RoomId;
    return {
      name,
      roomId,
      queuedRoomIds: [roomId],
      callerKey: 'caller',
      weight: 1,
      isAlone: false,
      batch: undefined,
      isBlocked: false,
      isHeavy: false,
      suspend: () => suspended.push(name),
      ...rest,
    };
  }
  const of = (dates: number) => ({ weight: 1 + dates / 100 });
  function add(...names: string[]): void {
    for (const name of names) queue.add(push(name));
  }
  const take = (mayWait = true) => queue.takeBatch(mayWait);
  const names = (batch: TestPush[]) => batch.map(({ name }) => name);

  it('An empty queue has nothing to take', () => {
    expect([queue.length, queue.callers, queue.hasReady(true)]).toEqual([0, 0, false]);
    expect(take()).toEqual([]);
  });

  describe('the order of a room', () => {
    it('Pushes of a room are taken in the order in which they came, also into one batch', () => {
      add('a1', 'a2', 'a3');
      expect(queue.length).toBe(3);
      expect(names(take())).toEqual(['a1', 'a2', 'a3']);
      expect(queue.length).toBe(0);
    });

    it('No push of a room is taken while an earlier one is being done', () => {
      add('a1');
      const batch = take();
      add('a2', 'b1');
      expect(names(take())).toEqual(['b1']);
      expect(queue.hasReady(true)).toBe(false);
      queue.finish(batch);
      expect(queue.hasReady(true)).toBe(true);
      expect(names(take())).toEqual(['a2']);
    });

    it('Pushes that were returned to the queue come before all others of the room, in their order', () => {
      add('a1', 'a2', 'b1', 'a3');
      const batch = take();
      add('a4', 'b2');
      const [first, second, third] = batch.filter(({ roomId }) => roomId === 'a');
      queue.finish(batch, new Set([first!, second!, third!]));
      expect(queue.length).toBe(5);
      expect(names(take()).filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
    });

    it('A push that was returned to the queue is taken before a later push of its room', () => {
      add('a1');
      const [first] = take() as [TestPush];
      add('a2');
      first.isAlone = true;
      queue.finish([first], new Set([first]));
      expect(names(take())).toEqual(['a1']);
    });
  });

  describe('batches', () => {
    it('A batch has at most 32 pushes', () => {
      for (let n = 0; n < 40; n++) queue.add(push(`${String.fromCharCode(97 + (n % 20))}${n}`));
      expect([take().length, queue.length]).toEqual([32, 8]);
    });

    it('A batch has at most 250 dates, and takes pushes of other rooms in place of a push that does not fit', () => {
      queue.add(push('a1', of(200)));
      queue.add(push('b1', of(51)));
      queue.add(push('b2', of(1)));
      queue.add(push('c1', of(50)));
      expect(names(take())).toEqual(['a1', 'c1']);
      expect(names(take())).toEqual(['b1', 'b2']);
    });

    it('Filling a batch does not scan the whole queue', () => {
      queue.add(push('a1', of(200)));
      for (let n = 0; n < 31; n++) queue.add(push(`${String.fromCharCode(98 + n)}1`, of(200)));
      queue.add(push('Z1'));
      expect(names(take())).toEqual(['a1']);
    });

    it('A larger push is a batch of its own', () => {
      queue.add(push('a1', of(251)));
      add('b1');
      queue.add(push('c1', of(730)));
      expect([names(take()), names(take()), names(take())]).toEqual([['a1'], ['b1'], ['c1']]);
    });

    it('A batch leaves out a push that must run alone, and all pushes behind it in its room', () => {
      add('a1');
      queue.add(push('b1', { isAlone: true }));
      add('b2', 'c1');
      expect(names(take())).toEqual(['a1', 'c1']);
      expect(names(take())).toEqual(['b1']);
      expect(take()).toEqual([]);
    });
  });

  describe('pushes that wait for locks', () => {
    it('A push that waits for locks is taken only if this is allowed, in a batch of its own', () => {
      queue.add(push('a1', { isBlocked: true }));
      queue.add(push('b1', { isBlocked: true }));
      add('a2', 'c1');
      expect(queue.hasReady(false)).toBe(true);
      expect(names(take(false))).toEqual(['c1']);
      expect(queue.hasReady(false)).toBe(false);
      expect([names(take(true)), names(take(true))]).toEqual([['a1'], ['b1']]);
    });

    it('A push that waits for locks never shares a batch with others', () => {
      add('a1');
      queue.add(push('b1', { isBlocked: true }));
      expect(names(take(true))).toEqual(['a1']);
    });

    it('Pushes behind one that waits for locks do not count towards the wait of others, until it is done', () => {
      add('a1', 'b1', 'a2');
      const batch = take();
      const [first] = batch as [TestPush];
      expect(names(batch)).toEqual(['a1', 'b1', 'a2']);
      first.isBlocked = true;
      queue.finish(batch, new Set(batch.filter(({ roomId }) => roomId === 'a')));
      add('a3', 'b2');
      expect(suspended).toEqual(['a1', 'a2', 'a3']);
      queue.finish(take(true));
      queue.finish(take(true));
      add('a4');
      expect(suspended).toHaveLength(3);
    });
  });

  describe('the shares of callers', () => {
    it('The caller that has received the least is next', () => {
      for (let n = 0; n < 60; n++) queue.add(push(`a${n}`, { callerKey: 'flood' }));
      const first = take();
      expect(first).toHaveLength(32);
      queue.add(push('b1', { callerKey: 'other' }));
      queue.finish(first);
      expect(names(take())[0]).toBe('b1');
    });

    it('The queue counts the share of a caller in weight, not in pushes', () => {
      queue.add(push('a1', { callerKey: 'large', weight: 2.2 }));
      queue.add(push('b1', { callerKey: 'small' }));
      queue.add(push('a2', { callerKey: 'large', weight: 2.2 }));
      for (const name of ['b2', 'b3', 'b4']) queue.add(push(name, { callerKey: 'small' }));
      expect(names(take())).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'b4']);
    });

    it('The rooms of a caller take turns', () => {
      add('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
      expect(names(take())).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    });

    it('A caller gets no credit for the time without pushes', () => {
      const old = (name: string) => queue.add(push(name, { callerKey: 'old', weight: 3.5 }));
      ['a1', 'b1', 'c1'].forEach(old);
      take();
      take();
      // The old caller has received a weight of 7. The new one begins at 3.5 and not at 0, so it comes first only twice.
      for (const name of ['d1', 'e1', 'f1', 'g1']) queue.add(push(name, { callerKey: 'new', weight: 2.3 }));
      expect([names(take()), names(take()), names(take())]).toEqual([['d1'], ['e1'], ['c1']]);
    });

    it('Each caller with a waiting or running push has a share', () => {
      queue.add(push('a1', { callerKey: 'one' }));
      queue.add(push('b1', { callerKey: 'two' }));
      expect(queue.callers).toBe(2);
      const batch = take();
      expect(queue.callers).toBe(2);
      queue.finish(batch, new Set(batch.slice(0, 1)));
      expect(queue.callers).toBe(1);
      queue.finish(take());
      expect(queue.callers).toBe(0);
    });
  });
});
