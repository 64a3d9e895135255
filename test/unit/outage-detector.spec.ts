import { OutageDetector } from '../../src/platform/database/outage-detector';

const never = () => new Promise<never>(() => undefined);

describe('a read during an outage', () => {
  let outages: OutageDetector;
  beforeEach(() => {
    jest.useFakeTimers();
    outages = new OutageDetector();
  });
  afterEach(() => jest.useRealTimers());

  it('A read fails when the database has not answered for 1.5 s, and gives up its place', async () => {
    let signal: AbortSignal | undefined;
    const read = outages.failWhileSilent((wait) => {
      ({ signal } = wait);
      return never();
    });
    jest.advanceTimersByTime(1_499);
    expect(signal?.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    await expect(read).rejects.toMatchObject({ code: '08006' });
    expect(signal?.aborted).toBe(true);
  });

  it('A read fails sooner if its caller has already waited', async () => {
    const read = outages.failWhileSilent(never, 1_000);
    jest.advanceTimersByTime(500);
    await expect(read).rejects.toThrow('The database is away');
  });

  it('A read waits for a busy database that answers other calls', async () => {
    let finish = (_: string) => {};
    const read = outages.failWhileSilent(() => new Promise<string>((resolve) => (finish = resolve)));
    for (let second = 0; second < 10; second++) {
      jest.advanceTimersByTime(1_000);
      outages.recordAnswer();
    }
    finish('done');
    expect(await read).toBe('done');
  });

  it('A read that the database has begun to answer may take longer', async () => {
    let finish = (_: string) => {};
    const read = outages.failWhileSilent(({ onAnswer }) => {
      onAnswer();
      return new Promise<string>((resolve) => (finish = resolve));
    });
    jest.advanceTimersByTime(10_000);
    finish('done');
    expect(await read).toBe('done');
  });
});
