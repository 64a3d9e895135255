import { uuidv7 } from 'uuidv7';
import type { RoomId } from '../../src/platform/database/id';
import { entryIdOf, keyAt, receivedAt } from '../../src/push/journal/request-id';

describe('a request id', () => {
  it('A request id contains the time of its call', () => {
    const before = Date.now();
    const moment = receivedAt(uuidv7()).getTime();
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(Date.now());
  });

  it.each(['2026-12-01T10:11:12.345Z', '1970-01-01T00:00:00.000Z'])(
    'The least request id of the moment %s contains that moment',
    (moment) => {
      expect(receivedAt(keyAt(new Date(moment))).toISOString()).toBe(moment);
    },
  );

  it('A request id lies between the least ids of its millisecond and of the next millisecond', () => {
    const id = uuidv7();
    const moment = receivedAt(id);
    expect(id >= keyAt(moment)).toBe(true);
    expect(id < keyAt(new Date(moment.getTime() + 1))).toBe(true);
  });

  it('A moment before 1970 has the least request id of 1970', () => {
    expect(keyAt(new Date(-1))).toBe(keyAt(new Date(0)));
  });
});

describe('the entry ids of a call to several rooms', () => {
  const CALL = uuidv7();
  const [one, other] = ['1', '2'] as RoomId[] as [RoomId, RoomId];

  it('The first entry has the request id of the call', () => {
    expect(entryIdOf(CALL, one, 0)).toBe(CALL);
  });

  it('Every other entry has an id of its own with the same time, and a retry finds it again', () => {
    const ids = [entryIdOf(CALL, one, 1), entryIdOf(CALL, other, 2), entryIdOf(uuidv7(), one, 1)];
    expect(new Set([CALL, ...ids]).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(receivedAt(entryIdOf(CALL, one, 1))).toEqual(receivedAt(CALL));
    expect(entryIdOf(CALL, one, 1)).toBe(ids[0]);
  });
});
