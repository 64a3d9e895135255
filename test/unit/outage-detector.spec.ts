import { OutageDetector } from '../../src/platform/database/outage-detector';

const never = () => new Promise<never>(() => undefined);

describe('a read that does not wait for an outage to end', () => {
  let outages: OutageDetector;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    outages = new OutageDetector();
  });
  afterEach(() => vi.useRealTimers());

  it('fails when the database has answered nothing for 1.5 s, and gives up its place', async () => {
    let signal: AbortSignal | undefined;
    const read = outages.failWhileSilent((wait) => {
      ({ signal } = wait);
      return never();
    });
    vi.advanceTimersByTime(1_499);
    expect(signal?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(read).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(signal?.aborted).toBe(true);
  });

  it('counts what its caller has waited before', async () => {
    const read = outages.failWhileSilent(never, 1_000);
    vi.advanceTimersByTime(500);
    await expect(read).rejects.toThrow('The database is away');
  });

  it('waits for a database that is busy and answers others', async () => {
    let finish = (_: string) => {};
    const read = outages.failWhileSilent(() => new Promise<string>((resolve) => (finish = resolve)));
    for (let second = 0; second < 10; second++) {
      vi.advanceTimersByTime(1_000);
      outages.recordAnswer();
    }
    finish('done');
    expect(await read).toBe('done');
  });

  it('may take its time once the database has answered it', async () => {
    let finish = (_: string) => {};
    const read = outages.failWhileSilent(({ onAnswer }) => {
      onAnswer();
      return new Promise<string>((resolve) => (finish = resolve));
    });
    vi.advanceTimersByTime(10_000);
    finish('done');
    expect(await read).toBe('done');
  });
});
