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

  /** A call that arrived at a second and asks for a connection now. It keeps the connection until it is finished. */
  function ask(name: string, second: number): Promise<void> {
    return queue.run(new Date(second * 1000), () => {
      started.push(name);
      return new Promise((resolve) => (finish[name] = resolve));
    });
  }

  async function finished(...names: string[]): Promise<void> {
    for (const name of names) {
      await settled();
      finish[name]?.();
    }
    await settled();
  }

  it('The queue admits as many calls as there are connections, at once', async () => {
    void ask('a', 1);
    void ask('b', 2);
    void ask('c', 3);
    await settled();
    expect(started).toEqual(['a', 'b']);
  });

  it('The queue follows a limit that changes', async () => {
    void ask('a', 1);
    void ask('b', 2);
    void ask('c', 3);
    void ask('d', 4);
    size = 1;
    await finished('a');
    expect(started).toEqual(['a', 'b']);
    size = 2;
    await finished('b');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('The queue admits the call that came first, even if another has asked for longer', async () => {
    void ask('a', 1);
    void ask('b', 2);
    void ask('came late, asked early', 5);
    void ask('came early, asked late', 3);
    void ask('came between', 4);
    await finished('a', 'b');
    expect(started).toEqual(['a', 'b', 'came early, asked late', 'came between']);
  });

  it('The queue keeps the order of calls that came at the same time', async () => {
    void ask('a', 1);
    void ask('b', 1);
    void ask('c', 1);
    void ask('d', 1);
    await finished('a', 'b');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('The queue admits the next call after a failure', async () => {
    const fail = () => Promise.reject(new Error('no'));
    await Promise.allSettled([1, 2, 3].map((second) => queue.run(new Date(second), fail)));
    void ask('a', 4);
    await settled();
    expect(started).toEqual(['a']);
  });

  it('The queue forgets a call that no longer needs a connection, and gives none to one that never needed it', async () => {
    const withdrawal = new AbortController();
    const run = jest.fn(() => Promise.resolve());
    void ask('a', 1);
    void ask('b', 2);
    const withdrawn = queue.run(new Date(0), run, withdrawal.signal);
    void ask('c', 3);
    expect(queue.length).toBe(2);
    withdrawal.abort();
    await expect(withdrawn).rejects.toThrow('aborted');
    expect(queue.length).toBe(1);
    await finished('a');
    expect(started).toEqual(['a', 'b', 'c']);
    await finished('b', 'c');
    await expect(queue.run(new Date(0), run, withdrawal.signal)).rejects.toThrow('aborted');
    expect(run).not.toHaveBeenCalled();
    expect(queue.inUse).toBe(0);
  });
});

/** Resolves when all work that can continue has continued. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
