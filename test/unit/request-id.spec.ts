import { uuidv7 } from 'uuidv7';
import { keyAt, receivedAt } from '../../src/push/journal/request-id';

describe('a request id', () => {
  it('says when its call came', () => {
    const before = Date.now();
    const moment = receivedAt(uuidv7()).getTime();
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(Date.now());
  });

  it.each(['2026-12-01T10:11:12.345Z', '1970-01-01T00:00:00.000Z'])(
    'that is the least of %s says that moment',
    (moment) => {
      expect(receivedAt(keyAt(new Date(moment))).toISOString()).toBe(moment);
    },
  );

  it('lies between the key of its moment and that of the next millisecond', () => {
    const id = uuidv7();
    const moment = receivedAt(id);
    expect(id >= keyAt(moment)).toBe(true);
    expect(id < keyAt(new Date(moment.getTime() + 1))).toBe(true);
  });

  it('takes what is before 1970 for its beginning', () => {
    expect(keyAt(new Date(-1))).toBe(keyAt(new Date(0)));
  });
});
