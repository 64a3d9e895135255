import type { Seat } from '../../src/operations/waiting-room';
import { OverloadedError, WaitingRoom } from '../../src/operations/waiting-room';

const MIB = 1024 * 1024;

describe('the waiting room', () => {
  let room: WaitingRoom;
  let seats: Seat[];
  let now: number;
  beforeEach(() => {
    room = new WaitingRoom();
    seats = [];
    now = 0;
  });

  function come(count: number, bytes = 1_000): void {
    for (let n = 0; n < count; n++) seats.push(room.enter(bytes, now));
  }
  /** So many pushes are done, with this time between one and the next. */
  function work(count: number, paceMs: number): void {
    for (let n = 0; n < count; n++) room.leave(seats.shift()!, true, (now += paceMs));
  }

  it('takes what it will have done in three seconds at its pace, and turns away the rest', () => {
    come(100);
    work(100, 20);
    come(145); // 150 at 20 ms each
    expect(() => come(100)).toThrow(OverloadedError);
    expect(seats.length).toBeGreaterThanOrEqual(145);
    expect(seats.length).toBeLessThan(160);
  });

  it('takes again as soon as some are done', () => {
    come(100);
    work(90, 20);
    expect(() => come(1_000)).toThrow(OverloadedError);
    work(50, 20);
    come(40);
  });

  it('always takes a hundred, however slow they are', () => {
    come(50);
    work(50, 500);
    come(100);
    expect(() => come(1)).toThrow(OverloadedError);
  });

  it('takes 50 a second through an outage of 25 s, and goes on taking them while it works them off', () => {
    come(100);
    work(90, 20);
    for (let second = 0; second < 25; second++) {
      now += 1_000;
      come(50, 40_000);
    }
    while (seats.length > 50) {
      work(50, 4);
      come(10);
    }
  });

  it('does not take a pause of the database for its pace', () => {
    come(100);
    work(50, 5);
    now += 20_000;
    work(50, 5);
    come(400);
  });

  it('counts those who are only arriving, but turns nobody away for them alone', () => {
    for (let n = 0; n < 500; n++) room.arrive();
    come(50);
    expect(() => come(1)).toThrow(OverloadedError);
  });

  it('never takes more than 2,000 pushes', () => {
    come(1);
    now += 2_000; // in an outage, that is
    come(1_999);
    expect(() => come(1)).toThrow(OverloadedError);
  });

  it('never takes more than 64 MiB', () => {
    come(64, MIB);
    expect(() => come(1)).toThrow(OverloadedError);
    room.leave(seats.pop()!, false, now);
    come(1, MIB);
  });
});
