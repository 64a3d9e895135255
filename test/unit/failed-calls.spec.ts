import type { FastifyRequest } from 'fastify';
import { parseConfig } from '../../src/platform/config/config';
import { Attempt } from '../../src/platform/http/attempt';
import { keyAt } from '../../src/push/journal/request-id';
import { FailedCalls } from '../../src/push/failed-calls';

const NOON = new Date('2026-12-01T12:00:00Z').getTime();

function attemptAt(second: number, body: string, content?: string): Attempt {
  const id = keyAt(new Date(NOON + second * 1_000));
  const request = { id, url: '/updateCalendarPrices', headers: {}, rawBody: Buffer.from(body) };
  const attempt = new Attempt(request as FastifyRequest);
  if (content !== undefined) attempt.content = () => content;
  return attempt;
}

describe('failed calls', () => {
  let calls: FailedCalls;
  beforeEach(() => (calls = new FailedCalls(parseConfig({ LATE_ARRIVAL_SECONDS: '30' }))));

  function fail(second: number, body: string, content?: string): string {
    const attempt = attemptAt(second, body, content);
    attempt.fail(new Date(NOON + second * 1_000));
    calls.remember(attempt);
    return attempt.id;
  }

  it('are recognized by what they ask for, or as they were sent', () => {
    const id = fail(0, 'bytes', 'content');
    expect(calls.find(attemptAt(5, 'other bytes', 'content'))[0]?.originalRequestId).toBe(id);
    expect(calls.find(attemptAt(5, 'bytes'))[0]?.originalRequestId).toBe(id);
    expect(calls.find(attemptAt(5, 'other bytes', 'other content'))).toEqual([]);
  });

  it('are remembered for LATE_ARRIVAL_SECONDS from when they failed', () => {
    fail(0, 'bytes');
    expect(calls.find(attemptAt(30, 'bytes'))).toHaveLength(1);
    expect(calls.find(attemptAt(31, 'bytes'))).toEqual([]);
  });

  it('are compared each on its own, the oldest first, as long as they failed within LATE_ARRIVAL_SECONDS', () => {
    const attempts = [fail(0, 'bytes', 'content'), fail(29, 'bytes')];
    expect(calls.find(attemptAt(30, 'bytes', 'content')).map(({ id }) => id)).toEqual(attempts);
    expect(calls.find(attemptAt(58, 'bytes', 'content')).map(({ id }) => id)).toEqual([attempts[1]]);
    expect(calls.find(attemptAt(60, 'bytes', 'content'))).toEqual([]);
  });

  it('are no first attempt at a call that had come before they failed', () => {
    fail(5, 'bytes');
    expect(calls.find(attemptAt(4, 'bytes'))).toEqual([]);
  });

  it('of the same content, sent without waiting, are found until each has succeeded', () => {
    const older = fail(0, 'bytes', 'content');
    const newer = fail(1, 'bytes', 'content');
    const again = attemptAt(7, 'bytes', 'content');
    expect(calls.find(again).map(({ originalRequestId }) => originalRequestId)).toEqual([older, newer]);
    again.originalRequestId = newer;
    calls.forget(again);
    expect(calls.find(again).map(({ originalRequestId }) => originalRequestId)).toEqual([older]);
  });

  it('are forgotten from the oldest on where there are too many', () => {
    for (let n = 0; n <= 40_001; n++) fail(1, `bytes ${n}`);
    expect(calls.find(attemptAt(2, 'bytes 0'))).toEqual([]);
    expect(calls.find(attemptAt(2, 'bytes 40001'))).toHaveLength(1);
  });

  it('are forgotten from the oldest on also where many attempts are at few of them', () => {
    for (let n = 0; n < 30 * 1_400; n++) fail(1 + (n % 30) / 1_000, `bytes ${Math.floor(n / 30)}`);
    expect(calls.find(attemptAt(2, 'bytes 0'))).toEqual([]);
    expect(calls.find(attemptAt(2, 'bytes 1399'))).toHaveLength(30);
  });
});
