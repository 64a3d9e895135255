import { SharedReading } from '../../src/platform/database/shared-reading';

describe('a shared reading', () => {
  let now: number;
  let readings: number;
  beforeEach(() => {
    now = 0;
    readings = 0;
  });
  const lasting = (ms: number) =>
    new SharedReading(
      () => {
        now += ms;
        return Promise.resolve(++readings);
      },
      () => now,
    );

  it('Each call makes a reading of its own if the reading is fast', async () => {
    const reading = lasting(100);
    expect([await reading.get(), await reading.get()]).toEqual([1, 2]);
  });

  it('A slow reading is kept for twenty times as long as it took', async () => {
    const reading = lasting(500);
    expect(await reading.get()).toBe(1);
    now += 9_999;
    expect(await reading.get()).toBe(1);
    now += 1;
    expect(await reading.get()).toBe(2);
  });

  it('Calls at the same time share a slow reading', async () => {
    const reading = lasting(500);
    await reading.get();
    now += 10_000;
    expect(await Promise.all([reading.get(), reading.get()])).toEqual([2, 2]);
  });

  it('A failed reading is made again', async () => {
    let fails = true;
    const reading = new SharedReading(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(1)));
    await expect(reading.get()).rejects.toThrow('away');
    fails = false;
    expect(await reading.get()).toBe(1);
  });
});
