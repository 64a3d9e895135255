import { OutageDetector } from '../../src/platform/database/outage-detector';
import type { Permit } from '../../src/push/admission/admission-control';
import { AdmissionControl } from '../../src/push/admission/admission-control';
import { OverloadedError } from '../../src/push/overloaded-error';

const KIB = 1024;
const MIB = 1024 * KIB;

describe('admission control', () => {
  let control: AdmissionControl;
  let outages: OutageDetector;
  let permits: Permit[];
  let now: number;
  beforeEach(() => {
    outages = new OutageDetector();
    control = new AdmissionControl(outages);
    permits = [];
    now = 0;
  });

  function acquire(count: number, bytes = 1_000): void {
    for (let n = 0; n < count; n++) permits.push(control.acquire(bytes, now));
  }
  /** So many pushes are completed, with this time between one and the next. */
  function complete(count: number, serviceTimeMs: number): void {
    for (let n = 0; n < count; n++) control.release(permits.shift()!, true, (now += serviceTimeMs));
  }
  /** How many more pushes are admitted at this moment. They stay in flight. */
  function admitted(bytes = 1_000): number {
    const before = permits.length;
    expect(() => acquire(2_001, bytes)).toThrow(OverloadedError);
    return permits.length - before;
  }

  it('admits what will be completed in two seconds, and sheds the rest', () => {
    acquire(80);
    complete(80, 4);
    acquire(440); // 500 at 4 ms each, as soon as the average is quite that
    expect(() => acquire(100)).toThrow(OverloadedError);
    expect(permits.length).toBeGreaterThanOrEqual(440);
    expect(permits.length).toBeLessThan(535);
  });

  it('takes a push for 15 ms before any was completed', () => {
    expect(admitted(0)).toBe(133);
  });

  it('follows the service time by a twentieth of what each push differs', () => {
    acquire(2, 0);
    complete(1, 55); // 15 ms + (55 - 15) / 20 = 17 ms
    expect(admitted(0)).toBe(116); // 117 × 17 ms are less than two seconds, one of them is there
  });

  it('counts a service time as at most five times the average', () => {
    acquire(2, 0);
    complete(1, 900); // as 75 ms: 15 + (75 - 15) / 20 = 18 ms
    expect(admitted(0)).toBe(110);
  });

  it('divides the service time of a large push by its weight: 1, and 1 more for each 4 KiB', () => {
    acquire(1, 4 * KIB);
    acquire(1, 0);
    complete(1, 110); // 55 ms for each of 2
    expect(admitted(0)).toBe(116);
  });

  it('admits again as soon as some are completed', () => {
    acquire(80);
    complete(80, 4);
    expect(() => acquire(1_000)).toThrow(OverloadedError);
    complete(50, 4);
    acquire(40);
  });

  it('always admits a weight of 100, however slow pushes are', () => {
    acquire(50, 0);
    complete(50, 500);
    acquire(100, 0);
    expect(() => acquire(1, 0)).toThrow(OverloadedError);
  });

  it('admits fewer large ones, from the first of them on', () => {
    acquire(50);
    complete(50, 10);
    const count = admitted(40_000);
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(40);
  });

  it('admits 50 a second through an outage of 25 s, and goes on admitting while it works them off', () => {
    acquire(80);
    complete(70, 4);
    for (let second = 0; second < 25; second++) {
      now += 1_000;
      acquire(47, 500);
      acquire(3, 40_000);
    }
    while (permits.length > 50) {
      complete(50, 4);
      acquire(10);
    }
  });

  it('admits every push while connections to the database are lost, though some are completed', () => {
    acquire(80);
    complete(40, 100);
    expect(() => acquire(200)).toThrow(OverloadedError);
    outages.recordFailure(now);
    acquire(200);
  });

  it('sheds again three seconds after the last lost connection', () => {
    outages.recordFailure(now);
    acquire(10, 0);
    complete(5, 599); // so that pushes are being completed at the end of the three seconds
    now = 2_999;
    acquire(200, 0);
    now = 3_000;
    expect(admitted(0)).toBe(133);
  });

  it('takes a second without a completed push for an outage, and not a moment earlier', () => {
    acquire(133, 0);
    now = 999;
    expect(() => acquire(1, 0)).toThrow(OverloadedError);
    now = 1_000;
    acquire(1, 0);
  });

  it('takes the service time neither from an outage nor from its end', () => {
    acquire(80);
    complete(40, 5);
    now += 20_000;
    complete(40, 5);
    acquire(200);
  });

  it('learns nothing from a push that the database has not answered', () => {
    acquire(1, 0);
    acquire(1, 0);
    control.release(permits.pop()!, false, (now += 900));
    expect(admitted(0)).toBe(132);
  });

  it('does not take the time in which nothing was in flight for a service time', () => {
    acquire(1, 0);
    complete(1, 15);
    now += 900;
    acquire(1, 0);
    complete(1, 15);
    expect(admitted(0)).toBe(133);
  });

  it('does not count what came in an outage against what comes later', () => {
    acquire(1, 0);
    now = 1_000;
    acquire(500, 0);
    complete(1, 0); // the database is back
    expect(admitted(0)).toBe(133);
    control.release(permits[0]!, false, now); // one of the 500: it had no weight to give back
    expect(() => acquire(1, 0)).toThrow(OverloadedError);
  });

  describe('of pushes whose body is still coming', () => {
    it('counts them, but sheds nothing for them alone', () => {
      for (let n = 0; n < 500; n++) control.startReceiving(1_000);
      acquire(40, 500);
      expect(() => acquire(10, 500)).toThrow(OverloadedError);
    });

    it('counts them from a weight of 50 in flight on', () => {
      for (let n = 0; n < 500; n++) control.startReceiving(0);
      acquire(50, 0);
      expect(() => acquire(1, 0)).toThrow(OverloadedError);
    });

    it('counts them no longer once they have come, however often that is said', () => {
      const ends = Array.from({ length: 500 }, () => control.startReceiving(0));
      for (const end of ends) end();
      for (const end of ends) end();
      expect(admitted(0)).toBe(133);
    });
  });

  describe('of pushes that wait for a room which another transaction holds', () => {
    it('counts none until they go on', () => {
      acquire(133, 0);
      expect(() => acquire(1, 0)).toThrow(OverloadedError);
      const waiting = permits.slice(0, 100);
      for (const permit of [...waiting, ...waiting]) control.suspend(permit);
      acquire(100, 0);
      for (const permit of [...waiting, ...waiting]) control.resume(permit, now);
      expect(() => acquire(1, 0)).toThrow(OverloadedError);
    });

    it('takes the time in which nothing else was in flight for no service time', () => {
      acquire(2, 0);
      control.suspend(permits.pop()!);
      complete(1, 15);
      for (let n = 0; n < 20; n++) {
        now += 500;
        acquire(1, 0);
        complete(1, 15);
      }
      expect(admitted(0)).toBe(133);
    });

    it('has all capacity back when they end', () => {
      acquire(100, 0);
      for (const permit of permits) control.suspend(permit);
      for (const permit of permits.splice(0)) control.release(permit, false, now);
      expect(admitted(0)).toBe(133);
    });
  });

  it('asks about capacity without taking any', () => {
    for (let n = 0; n < 3_000; n++) control.assertCapacity(0, now);
    expect(admitted(0)).toBe(133);
  });

  it('never admits more than 2,000 pushes, and says what is in flight', () => {
    acquire(1, 0);
    now += 2_000; // in an outage, that is
    acquire(1_999, 10);
    expect(() => acquire(1)).toThrow(
      new OverloadedError('2000 pushes of 19990 bytes are in flight, 15.0 ms for each of 1 of weight'),
    );
  });

  it('never admits more than 64 MiB', () => {
    acquire(1, 0);
    now += 2_000; // in an outage, that is
    acquire(64, MIB);
    expect(() => acquire(1, 1)).toThrow(OverloadedError);
    control.release(permits.pop()!, false, now);
    acquire(1, MIB);
  });

  it('admits one of whatever size while nothing is in flight', () => {
    acquire(1, MIB);
    expect(() => acquire(1, MIB)).toThrow(OverloadedError);
  });
});
