import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';

/** Waits for a connection. */
interface Waiting {
  since: Date;
  admit: () => void;
}

/**
 * Owns who is next when all connections are taken: whoever came first. pg's pool serves those first that asked first,
 * and of each room only the first push asks: where many wait for one room, its last would wait several times as long as
 * the others that came with it.
 */
@Injectable()
export class ConnectionQueue {
  private readonly waiting: Waiting[] = [];
  private free: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.free = config.DATABASE_POOL_SIZE;
  }

  /** Runs `work` as soon as there is a connection for it, and nobody waits who came before. */
  async run<T>(since: Date, work: () => Promise<T>): Promise<T> {
    await this.enter(since);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(since: Date): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((admit) => this.insert({ since, admit }));
  }

  /** Hands the place on: it is not free in between, so that none who comes just now takes it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next.admit();
    else this.free++;
  }

  private insert(newcomer: Waiting): void {
    const earlier = this.waiting.findLastIndex(({ since }) => since <= newcomer.since);
    this.waiting.splice(earlier + 1, 0, newcomer);
  }
}
