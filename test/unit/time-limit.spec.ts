import { withinLimit } from '../support/time-limit';

const never = () => new Promise(() => undefined);

describe('the time limit of a test', () => {
  it('A test that does not finish fails', async () => {
    await expect(withinLimit(never, 1)).rejects.toThrow('Not finished within 1 ms');
  });

  it('A test that finishes in time passes', async () => {
    await expect(withinLimit(() => Promise.resolve(), 1_000)).resolves.toBeUndefined();
  });

  it('A test that throws leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const fail = () => {
      throw new Error('no');
    };
    await expect(withinLimit(fail, 60_000)).rejects.toThrow('no');
    expect(timers()).toBe(before);
  });

  it('A test keeps its failure, thrown or rejected', async () => {
    const error = new Error('no');
    const fail = () => {
      throw error;
    };
    await expect(withinLimit(fail, 1_000)).rejects.toBe(error);
    await expect(withinLimit(() => Promise.reject(error), 0)).rejects.toBe(error);
  });
});
