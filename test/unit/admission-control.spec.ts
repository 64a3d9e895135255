import { OutageDetector } from '../../src/platform/database/outage-detector';
import type { RoomId } from '../../src/platform/database/id';
import { AdmissionControl } from '../../src/push/admission/admission-control';
import { OverloadedError } from '../../src/push/overloaded-error';

const MB = 1024 * 1024;

describe('the control of load', () => {
  let outages: OutageDetector;
  let load: AdmissionControl;
  beforeEach(() => {
    outages = new OutageDetector();
    load = new AdmissionControl(outages);
  });

  const demand = (callerKey = 'caller', room = '1', bytes = 0) => ({
    callerKey,
    roomId: room as RoomId,
    bytes,
  });
  /** Admits pushes until one is shed. @returns how many were admitted */
  function fill(each: (n: number) => ReturnType<typeof demand>, now = 0, most = 5_000): number {
    for (let n = 0; n < most; n++) {
      try {
        load.acquire(each(n), now);
      } catch (error) {
        expect(error).toBeInstanceOf(OverloadedError);
        return n;
      }
    }
    return most;
  }
  /** Measures the time of a unit of weight until the average has adapted. */
  function measure(msPerWeight: number): void {
    for (let n = 0; n < 200; n++) load.recordBatch(msPerWeight, 1, 0);
  }

  it('The service admits pushes that can be answered within two seconds', () => {
    measure(9.99);
    // A weight of 200 takes nearly 2 s.
    expect(fill(() => demand())).toBe(200);
    expect(load.inFlight).toBe(200);
  });

  it('A process that has just begun admits a burst, even while its first batches are slow', () => {
    for (let batch = 0; batch < 5; batch++) load.recordBatch(100, 1, 0);
    expect(fill(() => demand())).toBeGreaterThanOrEqual(300);
  });

  it('The number of admitted pushes depends on their weight', () => {
    measure(9.99);
    expect(fill(() => demand('caller', '1', 3 * 4_096))).toBe(50);
  });

  it('The service always admits some pushes, however long they take', () => {
    measure(10_000);
    expect(fill(() => demand())).toBe(51);
  });

  it('Each caller has an equal share, so a flood does not shut the others out', () => {
    measure(9.99);
    expect(fill((n) => demand('flood', String(n)))).toBe(200);
    // Two callers share now, so each has half of the time.
    expect(fill((n) => demand('other', String(1_000 + n)))).toBe(100);
    expect(fill(() => demand('flood', '9999'))).toBe(0);
    expect(() => load.acquire(demand('third', '2000'), 0)).not.toThrow();
  });

  it('A push waits for earlier pushes of its room, from any caller', () => {
    measure(9.99);
    expect(fill((n) => demand(`caller ${n}`), 0, 1_000)).toBeLessThanOrEqual(200);
    expect(() => load.acquire(demand('another', '2'), 0)).not.toThrow();
  });

  it('Fewer pushes of a room are admitted if more rooms take turns with it', () => {
    measure(9.99);
    for (const room of ['2', '3', '4']) load.acquire(demand('caller', room), 0);
    // Between two pushes of the room, each of the three other rooms has one.
    expect(fill(() => demand('caller', '1'))).toBe(50);
  });

  it('A push of many records takes one turn of its room', () => {
    measure(20);
    load.weigh(load.acquire(demand('caller', '1'), 0), 730);
    for (let room = 2; room < 14; room++) load.acquire(demand('caller', String(room)), 0);
    expect(() => load.assertCapacity(demand('caller', '1'), 0)).not.toThrow();
  });

  it('Heavy pushes of another caller in many rooms do not shed the second push of a room', () => {
    measure(5);
    const rooms = Array.from({ length: 60 }, (_, n) => String(2 + n));
    const permits = rooms.map((room) => load.acquire(demand('full synchronization', room), 0));
    for (const permit of permits) load.weigh(permit, 730);
    load.acquire(demand('caller', '1'), 0);
    expect(() => load.assertCapacity(demand('caller', '1'), 0)).not.toThrow();
  });

  it('A finished push releases its share', () => {
    measure(9.99);
    const permits = Array.from({ length: 200 }, () => load.acquire(demand(), 0));
    expect(() => load.assertCapacity(demand(), 0)).toThrow(OverloadedError);
    for (const permit of permits) load.release(permit);
    expect(load.inFlight).toBe(0);
    expect(fill(() => demand())).toBe(200);
  });

  it('A push that waits for something other than its turn counts for its own room only', () => {
    measure(9.99);
    const permits = Array.from({ length: 200 }, () => load.acquire(demand(), 0));
    for (const permit of permits.slice(0, 100)) load.suspend(permit);
    expect(fill(() => demand())).toBe(0);
    expect(fill(() => demand('caller', '2'))).toBe(100);
    for (const permit of permits) load.release(permit);
    expect(load.inFlight).toBe(100);
  });

  it('Rooms whose pushes are all suspended take no turns from other rooms', () => {
    measure(9.99);
    for (let room = 0; room < 300; room++) load.suspend(load.acquire(demand(`caller ${room}`, `${room}`), 0));
    load.acquire(demand('caller', 'a'), 0);
    for (let n = 0; n < 60; n++) load.acquire(demand(`caller ${n}`, 'b'), 0);
    expect(() => load.assertCapacity(demand('another', 'b'), 0)).not.toThrow();
  });

  it('The release of a message frees its whole weight, even if the weight became known after the message was suspended', () => {
    measure(9.99);
    const message = load.acquire(demand(), 0);
    load.suspend(message);
    load.weigh(message, 19_800);
    expect(fill(() => demand())).toBe(1);
    load.release(message);
    expect(fill(() => demand())).toBe(199);
  });

  it('A push with few records in many bytes weighs as little as its records', () => {
    measure(9.99);
    const push = load.acquire({ ...demand(), bytes: 1_000_000 }, 0);
    expect(fill(() => demand())).toBe(0);
    load.weigh(push, 100);
    expect(fill(() => demand())).toBe(198);
  });

  it('One exceptionally slow batch changes the estimate little', () => {
    measure(9.99);
    load.recordBatch(1_000_000, 1, 0);
    // The batch counts as five times the average, with a weight of one tenth: the new average is 13.986 ms.
    expect(fill(() => demand())).toBe(143);
  });

  it('A batch without weight does not change the estimate', () => {
    measure(9.99);
    load.recordBatch(1_000, 0, 0);
    expect(fill(() => demand())).toBe(200);
  });

  it('Batches that were in flight while the database was frozen do not change the estimate', () => {
    measure(9.99);
    for (const after of [0, 1, 2, 3, 4]) load.recordBatch(10_000, 1, 10_000 + after);
    expect(fill(() => demand(), 10_004)).toBe(200);
    load.recordBatch(3, 1, 10_007);
    expect(fill(() => demand('other', '2'), 10_007)).toBeGreaterThan(100);
  });

  describe('an outage', () => {
    it.each([
      ['as the database is away', () => outages.recordFailure(0), 0],
      ['for a second', () => undefined, 1_000],
    ])('The service admits 2,000 pushes of any weight if no batch completes %s', (_, fail, now) => {
      measure(10_000);
      load.acquire(demand(), 0);
      fail();
      expect(fill((n) => demand('caller', String(n)), now)).toBe(1_999);
    });

    it('The service has room for pushes of the next callers, however many pushes of a caller wait', () => {
      outages.recordFailure(0);
      expect(fill((n) => demand('flood', String(n)))).toBe(2_000);
      expect(fill((n) => demand('second flood', String(n)))).toBe(666);
      expect(fill((n) => demand('third flood', String(n)))).toBe(222);
      expect(fill((n) => demand('caller', String(n)), 0, 50)).toBe(50);
    });

    it('Thirty callers that take what they can have nearly equal shares', () => {
      outages.recordFailure(0);
      const names = Array.from({ length: 30 }, (_, n) => `caller ${n}`);
      const admitted = new Map(names.map((name) => [name, 0]));
      for (let round = 0; round < 200; round++)
        for (const name of names)
          admitted.set(name, admitted.get(name)! + fill(() => demand(name, `${name} ${round}`), 0, 1));
      const shares = [...admitted.values()];
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(load.inFlight).toBeGreaterThan(2_900);
    });

    it('Pushes of an outage do not count towards the wait of later pushes', () => {
      measure(9.99);
      outages.recordFailure(0);
      fill((n) => demand('caller', String(n)), 0, 1_000);
      const later = 60_000;
      load.recordBatch(10, 1, later);
      expect(fill(() => demand(), later)).toBe(200);
    });

    describe('ten seconds of outage', () => {
      beforeEach(() => {
        measure(9.99);
        load.acquire(demand(), 0);
      });
      const end = () => load.recordBatch(10_000, 1, 10_000);

      it('The service admits pushes after an outage, whatever their weight, until the pushes of the outage are done', () => {
        const first = load.acquire(demand('caller', '2'), 9_000);
        const second = load.acquire(demand('caller', '3'), 9_999);
        end();
        load.release(first);
        expect(fill(() => demand(), 10_000, 1_000)).toBe(1_000);
        load.release(second);
        expect(fill(() => demand(), 10_000)).toBe(0);
      });

      it('A push of an outage that waits for a lock afterwards does not delay the control of load', () => {
        const waiting = load.acquire(demand('caller', '2'), 9_000);
        end();
        load.suspend(waiting);
        expect(fill(() => demand(), 10_000)).toBe(199);
        load.release(waiting);
        expect(fill(() => demand(), 10_000)).toBe(0);
      });
    });
  });

  it('Waiting bodies take at most 64 MB, and those of one caller two thirds of it', () => {
    measure(0.0001);
    expect(fill((n) => demand('flood', String(n), MB))).toBe(42);
    expect(fill((n) => demand('second flood', String(n), MB))).toBe(14);
    expect(fill((n) => demand('caller', String(n), MB), 0, 2)).toBe(2);
  });

  it('The message of a refusal says what is in flight and how long it takes', () => {
    measure(9.99);
    load.acquire(demand('caller', '1', 40 * MB), 0);
    expect(() => load.assertCapacity(demand(), 0)).toThrow(
      '1 pushes of 41943040 bytes are in flight, 10.0 ms for each of 10241 of weight',
    );
  });
});
