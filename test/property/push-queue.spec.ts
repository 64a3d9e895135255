import fc from 'fast-check';
import type { RoomId } from '../../src/platform/database/id';
import type { QueuedPush } from '../../src/push/push-queue';
import { PushQueue } from '../../src/push/push-queue';

interface TestPush extends QueuedPush {
  /** The place of the push in the order of arrival. */
  arrival: number;
  isAlone: boolean;
  isBlocked: boolean;
}

/** An event: a push arrives, a worker takes a batch, or one of the workers is done. */
type Event =
  | {
      kind: 'arrive';
      rooms: number[];
      callerKey: number;
      weight: number;
      batch: number;
      isAlone: boolean;
      isBlocked: boolean;
    }
  | { kind: 'take'; mayWait: boolean }
  /** The pushes of some rooms must run again, from the first failing one of each room on. */
  | { kind: 'finish'; worker: number; failing: number[]; makes: 'alone' | 'blocked' | 'free' };

const arrive = fc.record({
  kind: fc.constant('arrive' as const),
  rooms: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.nat(4), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat(4), { minLength: 2, maxLength: 4 }) },
  ),
  callerKey: fc.nat(2),
  weight: fc.oneof(fc.constant(1), fc.double({ min: 1, max: 4, noNaN: true })),
  batch: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  isAlone: fc.nat(9).map((n) => n === 0),
  isBlocked: fc.nat(9).map((n) => n === 0),
});
const take = fc.record({ kind: fc.constant('take' as const), mayWait: fc.boolean() });
const finish = fc.record({
  kind: fc.constant('finish' as const),
  worker: fc.nat(),
  failing: fc.array(fc.nat(40), { maxLength: 3 }),
  makes: fc.constantFrom('alone' as const, 'blocked' as const, 'free' as const),
});
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: arrive },
    { weight: 2, arbitrary: take },
    { weight: 2, arbitrary: finish },
  ),
  { maxLength: 120 },
);

/** The workers of a queue, like those of the engine. */
class Workers {
  readonly queue = new PushQueue<TestPush>();
  readonly arrived: TestPush[] = [];
  readonly done: TestPush[] = [];
  private readonly batches: TestPush[][] = [];

  apply(event: Event): void {
    if (event.kind === 'arrive') this.arrive(event);
    else if (event.kind === 'take') this.take(event.mayWait);
    else this.finish(event);
  }

  /** Continues until nothing waits. */
  drain(): void {
    for (;;) {
      while (this.batches.length > 0) this.finish({ worker: 0, failing: [], makes: 'free' });
      this.take(true);
      if (this.batches.length === 0) return;
    }
  }

  private arrive({ rooms, callerKey, isAlone, ...push }: Event & { kind: 'arrive' }): void {
    const waiting = {
      ...push,
      queuedRoomIds: rooms.map((room) => String(room) as RoomId),
      callerKey: String(callerKey),
      isAlone: isAlone || rooms.length > 1,
      isHeavy: push.weight > 3.8,
      arrival: this.arrived.length,
      suspend: () => {},
    };
    this.arrived.push(waiting);
    this.queue.add(waiting);
  }

  private take(mayWait: boolean): void {
    const isReady = this.queue.hasReady(mayWait);
    const batch = this.queue.takeBatch(mayWait);
    expect(batch.length > 0).toBe(isReady);
    if (batch.length === 0) return;
    const inProgress = new Set(this.batches.flat().flatMap(({ queuedRoomIds }) => queuedRoomIds));
    expect(batch.filter(({ queuedRoomIds }) => queuedRoomIds.some((id) => inProgress.has(id)))).toEqual([]);
    const isSeparate = batch.some(({ isAlone, isBlocked, weight }) => isAlone || isBlocked || weight > 3.5);
    expect(batch.length).toBeLessThanOrEqual(isSeparate ? 1 : 32);
    const ofDates = batch.reduce((sum, { weight }) => sum + weight - 1, 0);
    if (!isSeparate) expect(ofDates).toBeLessThanOrEqual(2.5 + 1e-9);
    expect(new Set(batch.map((push) => push.batch)).size).toBe(1);
    if (!mayWait) expect(batch.filter(({ isBlocked }) => isBlocked)).toEqual([]);
    this.batches.push(batch);
    expect(this.batches.flat().filter(({ isHeavy }) => isHeavy).length).toBeLessThanOrEqual(1);
  }

  private finish({ worker, failing, makes }: Omit<Event & { kind: 'finish' }, 'kind'>): void {
    if (this.batches.length === 0) return;
    const [batch] = this.batches.splice(worker % this.batches.length, 1) as [TestPush[]];
    const stopped = new Set<RoomId>();
    const again = batch.filter((push, index) => {
      const [roomId = '' as RoomId, ...others] = push.queuedRoomIds;
      if (failing.includes(index)) stopped.add(roomId);
      if (!stopped.has(roomId)) return false;
      Object.assign(push, {
        isAlone: makes === 'alone' || others.length > 0,
        isBlocked: makes === 'blocked',
      });
      return true;
    });
    this.done.push(...batch.filter((push) => !again.includes(push)));
    this.queue.finish(batch, new Set(again));
  }
}

describe('the queue with random arrivals, workers and failures', () => {
  it('The queue hands out all pushes once, and pushes of a room in their order, even if some have several rooms', () => {
    fc.assert(
      fc.property(events, (happened) => {
        const workers = new Workers();
        for (const event of happened) workers.apply(event);
        workers.drain();
        const { arrived, done, queue } = workers;
        expect([queue.length, queue.callers, queue.hasReady(true)]).toEqual([0, 0, false]);
        expect(done.map(({ arrival }) => arrival).sort((a, b) => a - b)).toEqual(
          arrived.map(({ arrival }) => arrival),
        );
        const last = new Map<RoomId, number>();
        for (const { queuedRoomIds, arrival } of done) {
          for (const roomId of queuedRoomIds) {
            expect(arrival).toBeGreaterThan(last.get(roomId) ?? -1);
            last.set(roomId, arrival);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('The queue counts the pushes that wait', () => {
    fc.assert(
      fc.property(fc.array(arrive, { maxLength: 60 }), (arrivals) => {
        const workers = new Workers();
        arrivals.forEach((event, index) => {
          workers.apply(event);
          expect(workers.queue.length).toBe(index + 1);
        });
        const batch = workers.queue.takeBatch(true);
        expect(workers.queue.length).toBe(arrivals.length - batch.length);
        workers.queue.finish(batch, new Set(batch));
        expect(workers.queue.length).toBe(arrivals.length);
      }),
    );
  });
});

describe('the queue with two callers', () => {
  it('Two callers have received about the same share whenever both still wait', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(weights, weights, (ofOne, ofOther) => {
        const queue = new PushQueue<QueuedPush>();
        const left: Record<string, number> = { one: ofOne.length, other: ofOther.length };
        const had: Record<string, number> = { one: 0, other: 0 };
        const add = (callerKey: string, weights: number[]) =>
          weights.forEach((weight, n) =>
            queue.add({
              queuedRoomIds: [`${callerKey}${n}` as RoomId],
              callerKey,
              weight,
              suspend: () => {},
              batch: 0,
              isAlone: true,
              isBlocked: false,
              isHeavy: false,
            }),
          );
        add('one', ofOne);
        add('other', ofOther);
        while (left['one']! > 0 && left['other']! > 0) {
          const batch = queue.takeBatch(true);
          for (const { callerKey, weight } of batch) {
            left[callerKey]! -= 1;
            had[callerKey]! += weight;
          }
          // The shares differ by at most one push: the largest possible one.
          expect(Math.abs(had['one']! - had['other']!)).toBeLessThanOrEqual(100);
          queue.finish(batch);
        }
      }),
    );
  });
});
