import { OutageDetector } from '../../src/database/outage-detector';
import type { Permit } from '../../src/admission/admission-control';
import { OverloadedError, AdmissionControl } from '../../src/admission/admission-control';

const MIB = 1024 * 1024;

describe('the waiting room', () => {
  let room: AdmissionControl;
  let trouble: OutageDetector;
  let seats: Permit[];
  let now: number;
  beforeEach(() => {
    trouble = new OutageDetector();
    room = new AdmissionControl(trouble);
    seats = [];
    now = 0;
  });

  function come(count: number, bytes = 1_000): void {
    for (let n = 0; n < count; n++) seats.push(room.acquire(bytes, now));
  }
  /** So many pushes are done, with this time between one and the next. */
  function work(count: number, paceMs: number): void {
    for (let n = 0; n < count; n++) room.release(seats.shift()!, true, (now += paceMs));
  }

  it('takes what it will have done in two seconds at its pace, and turns away the rest', () => {
    come(80);
    work(80, 4);
    come(440); // 500 at 4 ms each, as soon as the pace is quite that
    expect(() => come(100)).toThrow(OverloadedError);
    expect(seats.length).toBeGreaterThanOrEqual(440);
    expect(seats.length).toBeLessThan(535);
  });

  it('takes again as soon as some are done', () => {
    come(80);
    work(80, 4);
    expect(() => come(1_000)).toThrow(OverloadedError);
    work(50, 4);
    come(40);
  });

  it('always takes a few, however slow they are', () => {
    come(50);
    work(50, 500);
    come(80);
    expect(() => come(1)).toThrow(OverloadedError);
  });

  it('takes fewer of large ones, from the first of them on', () => {
    come(50);
    work(50, 10);
    const before = seats.length;
    expect(() => come(1_000, 40_000)).toThrow(OverloadedError);
    expect(seats.length - before).toBeGreaterThan(8);
    expect(seats.length - before).toBeLessThan(40);
  });

  it('takes 50 a second through an outage of 25 s, and goes on taking them while it works them off', () => {
    come(80);
    work(70, 4);
    for (let second = 0; second < 25; second++) {
      now += 1_000;
      come(47, 500);
      come(3, 40_000);
    }
    while (seats.length > 50) {
      work(50, 4);
      come(10);
    }
  });

  it('takes everyone while connections to the database are lost, though some pushes are done', () => {
    come(80);
    work(40, 100);
    expect(() => come(200)).toThrow(OverloadedError);
    trouble.recordFailure(now);
    come(200);
  });

  it('does not take a pause of the database for its pace', () => {
    come(80);
    work(40, 5);
    now += 20_000;
    work(40, 5);
    come(200);
  });

  it('counts those who are only arriving, but turns nobody away for them alone', () => {
    for (let n = 0; n < 500; n++) room.startReceiving(1_000);
    come(40, 500);
    expect(() => come(10, 500)).toThrow(OverloadedError);
  });

  it('never takes more than 2,000 pushes', () => {
    come(1);
    now += 2_000; // in an outage, that is
    come(1_999);
    expect(() => come(1)).toThrow(OverloadedError);
  });

  it('never takes more than 64 MiB', () => {
    come(1);
    now += 2_000; // in an outage, that is
    come(63, MIB);
    expect(() => come(1, MIB)).toThrow(OverloadedError);
    room.release(seats.pop()!, false, now);
    come(1, MIB);
  });

  it('takes one of whatever size while it is empty', () => {
    come(1, MIB);
    expect(() => come(1, MIB)).toThrow(OverloadedError);
  });
});
