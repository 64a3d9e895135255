import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { EventLoopLag } from '../../src/push/admission/event-loop-lag';

/** How long a turn of the event loop lasts here, and how much of that at least is lag. */
const [TURN_MS, LAG_MS] = [400, 300];

describe('the lag of the event loop', () => {
  let lag: EventLoopLag;
  beforeEach(() => (lag = new EventLoopLag()));
  afterEach(() => lag.onApplicationShutdown());

  /** Keeps the event loop busy for one turn, in which the last calls to be looked at are late. */
  function work(): void {
    for (const end = performance.now() + TURN_MS; performance.now() < end;);
  }

  it('is known within the turn that causes it, and is over with that turn', async () => {
    work();
    expect(lag.milliseconds).toBeGreaterThan(LAG_MS);
    await delay(1);
    expect(lag.milliseconds).toBeLessThan(LAG_MS);
  });

  it('is exceeded by the calls behind the fiftieth of a turn that takes long, and by no fewer', async () => {
    const read = (count: number) =>
      Array.from({ length: count }, () => {
        lag.countCall();
        return lag.isExceeded;
      }).filter(Boolean).length;
    expect(read(60)).toBe(0);
    work();
    expect(read(1)).toBe(1);
    await delay(1);
    work();
    expect(read(52)).toBe(2);
  });

  it('is what monitorEventLoopDelay tells neither in time nor for that time only', async () => {
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    histogram.enable();
    while (histogram.count === 0) await nextTurn();
    work();
    expect(histogram.max / 1e6).toBeLessThan(LAG_MS);
    for (const { count } = histogram; histogram.count === count;) await nextTurn();
    expect(histogram.max / 1e6).toBeGreaterThan(LAG_MS);
    expect(lag.milliseconds).toBeLessThan(LAG_MS);
    histogram.disable();
  });
});
