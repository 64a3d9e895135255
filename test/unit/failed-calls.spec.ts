import type { FastifyRequest } from 'fastify';
import { parseConfig } from '../../src/platform/config/config';
import { Attempt } from '../../src/platform/http/attempt';
import { keyAt } from '../../src/push/journal/request-id';
import { FailedCalls, joinLaterAttempts, oldestFirst } from '../../src/push/late-arrivals/failed-calls';

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

  it('A failed call is recognized by its content or by its bytes', () => {
    const id = fail(0, 'bytes', 'content');
    expect(calls.find(attemptAt(5, 'other bytes', 'content'))[0]?.originalRequestId).toBe(id);
    expect(calls.find(attemptAt(5, 'bytes'))[0]?.originalRequestId).toBe(id);
    expect(calls.find(attemptAt(5, 'other bytes', 'other content'))).toEqual([]);
  });

  it('A failed call is remembered for LATE_ARRIVAL_SECONDS after its failure', () => {
    fail(0, 'bytes');
    expect(calls.find(attemptAt(30, 'bytes'))).toHaveLength(1);
    expect(calls.find(attemptAt(31, 'bytes'))).toEqual([]);
  });

  it('Each failed call is compared on its own for LATE_ARRIVAL_SECONDS, the oldest first', () => {
    const attempts = [fail(0, 'bytes', 'content'), fail(29, 'bytes')];
    expect(calls.find(attemptAt(30, 'bytes', 'content')).map(({ id }) => id)).toEqual(attempts);
    expect(calls.find(attemptAt(58, 'bytes', 'content')).map(({ id }) => id)).toEqual([attempts[1]]);
    expect(calls.find(attemptAt(60, 'bytes', 'content'))).toEqual([]);
  });

  it('A call that came before the failure is not a repeat', () => {
    fail(5, 'bytes');
    expect(calls.find(attemptAt(4, 'bytes'))).toEqual([]);
  });

  it('Failed calls with the same content are each found until they have succeeded', () => {
    const older = fail(0, 'bytes', 'content');
    const newer = fail(1, 'bytes', 'content');
    const again = attemptAt(7, 'bytes', 'content');
    expect(calls.find(again).map(({ originalRequestId }) => originalRequestId)).toEqual([older, newer]);
    again.originalRequestId = newer;
    calls.forget(again);
    expect(calls.find(again).map(({ originalRequestId }) => originalRequestId)).toEqual([older]);
  });

  it('A later attempt at the same call replaces the earlier attempt', () => {
    const first = fail(0, 'bytes');
    const second = attemptAt(1, 'bytes');
    second.originalRequestId = first;
    second.fail(new Date(NOON + 2_000));
    calls.remember(second);
    expect(calls.find(attemptAt(5, 'bytes')).map(({ id }) => id)).toEqual([second.id]);
  });

  it('An attempt that has not failed is not remembered', () => {
    calls.remember(attemptAt(0, 'bytes'));
    expect(calls.find(attemptAt(5, 'bytes'))).toEqual([]);
  });

  it('A call may be a repeat even if it came in the millisecond of the failure', () => {
    fail(5, 'bytes');
    expect(calls.find(attemptAt(5, 'bytes'))).toHaveLength(1);
  });

  it('At most 30 attempts with the same content are remembered, the newest ones', () => {
    const ids = Array.from({ length: 32 }, (_, n) => fail(n / 100, 'bytes'));
    expect(calls.find(attemptAt(5, 'bytes')).map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('Attempts are sorted by the time at which they came, not by that of their failure', () => {
    const [early, late] = [attemptAt(0, 'early', 'content'), attemptAt(1, 'late', 'content')];
    late.fail(new Date(NOON + 2_000));
    early.fail(new Date(NOON + 3_000));
    for (const attempt of [late, early]) calls.remember(attempt);
    expect(calls.find(attemptAt(5, 'other', 'content')).map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  it('The success of a call that never failed does not forget other failed calls', () => {
    fail(0, 'bytes');
    calls.forget(attemptAt(1, 'bytes'));
    calls.forget(attemptAt(1, 'other bytes'));
    expect(calls.find(attemptAt(5, 'bytes'))).toHaveLength(1);
  });

  it('LATE_ARRIVAL_SECONDS=0 turns the search for repeats off', () => {
    expect(calls.isOn).toBe(true);
    expect(new FailedCalls(parseConfig({ LATE_ARRIVAL_SECONDS: '0' })).isOn).toBe(false);
  });

  it('The oldest failed calls are forgotten when there are too many', () => {
    for (let n = 0; n <= 40_001; n++) fail(1, `bytes ${n}`);
    expect(calls.find(attemptAt(2, 'bytes 0'))).toEqual([]);
    expect(calls.find(attemptAt(2, 'bytes 40001'))).toHaveLength(1);
  });

  it('The oldest failed calls are also forgotten when few calls have many attempts', () => {
    for (let n = 0; n < 30 * 1_400; n++) fail(1 + (n % 30) / 1_000, `bytes ${Math.floor(n / 30)}`);
    expect(calls.find(attemptAt(2, 'bytes 0'))).toEqual([]);
    expect(calls.find(attemptAt(2, 'bytes 1399'))).toHaveLength(30);
  });
});

describe('attempts at the same call', () => {
  const failedCall = (second: number, failedAfter: number, of?: string) => {
    const id = keyAt(new Date(NOON + second * 1_000));
    return { id, originalRequestId: of ?? id, failedAt: new Date(NOON + (second + failedAfter) * 1_000) };
  };

  it('A later attempt that failed before it could search for earlier attempts belongs to the call of an earlier one', () => {
    const first = failedCall(0, 1);
    const [early, late, other] = [failedCall(0.5, 1), failedCall(6, 1), failedCall(7, 1, 'another call')];
    joinLaterAttempts(first, [early, late, other]);
    expect([early, late, other].map(({ originalRequestId }) => originalRequestId)).toEqual([
      early.id,
      first.id,
      'another call',
    ]);
  });

  it('The oldest attempt comes first', () => {
    const [one, other] = [failedCall(0, 1), failedCall(1, 1)];
    expect([other, one].sort(oldestFirst)).toEqual([one, other]);
    expect([one, other].sort(oldestFirst)).toEqual([one, other]);
  });
});
