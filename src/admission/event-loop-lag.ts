import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';

const TICK_MS = 50;

/**
 * Owns how late this process is: for how long what has come in lies there before anything looks at it. One turn of
 * the event loop takes up all calls that are ready; while it lasts, the timer here is overdue.
 */
@Injectable()
export class EventLoopLag implements OnApplicationShutdown {
  private due = performance.now() + TICK_MS;
  private readonly timer = setInterval(() => (this.due = performance.now() + TICK_MS), TICK_MS).unref();

  get milliseconds(): number {
    return Math.max(0, performance.now() - this.due);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
