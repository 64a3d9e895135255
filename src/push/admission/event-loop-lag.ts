import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';

const TICK_MS = 50;
/** Later than this, and with more calls before it, and more calls come than can be read. */
const MAX_LAG_MS = 250;
/** So many are read in any case: where the machine or the garbage collector stops the process, few have come meanwhile. */
const MAX_CALLS_A_TURN = 50;

/**
 * Measures how late this process is now: for how long what has come in lies there before anything looks at it. One
 * turn of the event loop takes up all calls that are ready; while it lasts, the timer here is overdue.
 *
 * Node's `monitorEventLoopDelay`, and with it @fastify/under-pressure, knows of a turn only when it is over, and then
 * tells of it for as long as its histogram lasts. The timer is no job of @nestjs/schedule: those end before the server
 * has closed, and the last calls would be shed.
 */
@Injectable()
export class EventLoopLag implements OnApplicationShutdown {
  private due = performance.now() + TICK_MS;
  private calls = 0;
  private readonly timer = setInterval(() => this.startTurn(), TICK_MS).unref();

  get milliseconds(): number {
    return Math.max(0, performance.now() - this.due);
  }

  /** Whether calls come faster than they can be read. */
  get isExceeded(): boolean {
    return this.calls > MAX_CALLS_A_TURN && this.milliseconds > MAX_LAG_MS;
  }

  /** To be told of each call when it is read. */
  countCall(): void {
    this.calls++;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private startTurn(): void {
    this.due = performance.now() + TICK_MS;
    this.calls = 0;
  }
}
