import { uuidv7 } from 'uuidv7';
import { keyAt, receivedAt } from '../../src/push/journal/request-id';

describe('a request id', () => {
  it('A request id contains the time of its call', () => {
    const before = Date.now();
    const moment = receivedAt(uuidv7()).getTime();
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(Date.now());
  });

  it.each(['2026-12-01T10:11:12.345Z', '1970-01-01T00:00:00.000Z'])(
    'The least id of %s has that time',
    (moment) => {
      expect(receivedAt(keyAt(new Date(moment))).toISOString()).toBe(moment);
    },
  );

  it('A request id lies between the key of its millisecond and that of the next', () => {
    const id = uuidv7();
    const moment = receivedAt(id);
    expect(id >= keyAt(moment)).toBe(true);
    expect(id < keyAt(new Date(moment.getTime() + 1))).toBe(true);
  });

  it('A time before 1970 has the first key', () => {
    expect(keyAt(new Date(-1))).toBe(keyAt(new Date(0)));
  });
});
