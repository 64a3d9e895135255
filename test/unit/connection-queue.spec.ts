import { ConnectionQueue } from '../../src/platform/database/connection-queue';

describe('the queue for connections', () => {
  let queue: ConnectionQueue;
  let size: number;
  let started: string[];
  let finish: Record<string, () => void>;
  beforeEach(() => {
    size = 2;
    queue = new ConnectionQueue(() => size);
    started = [];
    finish = {};
  });

  /** A call that asks for a connection now. It keeps the connection until it is finished. */
  function ask(name: string, isUrgent?: boolean): Promise<void> {
    return queue.run(
      () => {
        started.push(name);
        return new Promise<void>((resolve) => (finish[name] = resolve));
      },
      { isUrgent },
    );
  }

  async function finished(...names: string[]): Promise<void> {
    for (const name of names) {
      await settled();
      finish[name]?.();
    }
    await settled();
  }

  it('The connection queue admits as many calls as there are connections, at once', async () => {
    void ask('a');
    void ask('b');
    void ask('c');
    await settled();
    expect(started).toEqual(['a', 'b']);
  });

  it('The connection queue follows a limit that changes', async () => {
    void ask('a');
    void ask('b');
    void ask('c');
    void ask('d');
    size = 1;
    await finished('a');
    expect(started).toEqual(['a', 'b']);
    size = 2;
    await finished('b');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('The connection queue keeps the order in which calls ask, and an urgent call comes before all others', async () => {
    for (const name of ['a', 'b', 'c', 'd']) void ask(name);
    void ask('urgent', true);
    await finished('a', 'b');
    expect(started).toEqual(['a', 'b', 'urgent', 'c']);
  });

  it('The connection queue admits the next call after a failure', async () => {
    const fail = () => Promise.reject(new Error('no'));
    await Promise.allSettled([1, 2, 3].map(() => queue.run(fail)));
    void ask('a');
    await settled();
    expect(started).toEqual(['a']);
  });

  it('The queue forgets a call that is withdrawn while it waits, and never runs a call that was withdrawn before', async () => {
    const withdrawal = new AbortController();
    const run = jest.fn(() => Promise.resolve());
    void ask('a');
    void ask('b');
    const withdrawn = queue.run(run, { signal: withdrawal.signal });
    void ask('c');
    expect(queue.length).toBe(2);
    withdrawal.abort();
    await expect(withdrawn).rejects.toThrow('aborted');
    expect(queue.length).toBe(1);
    await finished('a');
    expect(started).toEqual(['a', 'b', 'c']);
    await finished('b', 'c');
    await expect(queue.run(run, { signal: withdrawal.signal })).rejects.toThrow('aborted');
    expect(run).not.toHaveBeenCalled();
    expect(queue.inUse).toBe(0);
  });
});

/** Resolves when all work that can continue has continued. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
