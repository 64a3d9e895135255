import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** The common part of all balancers: a port to listen at, and the ports of instances that take turns. */
export abstract class RoundRobin<S extends Server> {
  private readonly ports: number[] = [];
  private turn = 0;

  protected constructor(protected readonly server: S) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  add(...ports: number[]): void {
    this.ports.push(...ports);
  }

  /** Sends no new calls to a port. Running calls continue. */
  remove(port: number): void {
    this.ports.splice(this.ports.indexOf(port), 1);
  }

  protected async listen(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  /** The ports of all instances. The first one has its turn, and the others stand in for it. */
  protected takeTurn(): number[] {
    const first = this.turn++ % this.ports.length;
    return [...this.ports.slice(first), ...this.ports.slice(0, first)];
  }
}
