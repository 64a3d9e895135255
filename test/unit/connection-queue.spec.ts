import { ConnectionQueue } from '../../src/platform/database/connection-queue';

describe('the queue for connections', () => {
  let queue: ConnectionQueue;
  let started: string[];
  let finish: Record<string, () => void>;
  beforeEach(() => {
    queue = new ConnectionQueue(2);
    started = [];
    finish = {};
  });

  /** A call that came at a second and wants a connection now. It keeps it until it is finished. */
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

  it('lets in as many as there are connections, at once', async () => {
    void ask('a', 1);
    void ask('b', 2);
    void ask('c', 3);
    await settled();
    expect(started).toEqual(['a', 'b']);
  });

  it('lets in whoever came first, also where another one has asked for longer', async () => {
    void ask('a', 1);
    void ask('b', 2);
    void ask('came late, asked early', 5);
    void ask('came early, asked late', 3);
    void ask('came between', 4);
    await finished('a', 'b');
    expect(started).toEqual(['a', 'b', 'came early, asked late', 'came between']);
  });

  it('keeps those in their order that came at the same time', async () => {
    void ask('a', 1);
    void ask('b', 1);
    void ask('c', 1);
    void ask('d', 1);
    await finished('a', 'b');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets in the next one after a failure', async () => {
    const fail = () => Promise.reject(new Error('no'));
    await Promise.allSettled([1, 2, 3].map((second) => queue.run(new Date(second), fail)));
    void ask('a', 4);
    await settled();
    expect(started).toEqual(['a']);
  });

  it('forgets a call that needs no connection any more, and gives none to one that never needed it', async () => {
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

/** All that can go on without anything from outside has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
