import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { RoundRobin } from '../../support/round-robin';

/** A call that has been open for this long has reached the service completely. */
export const WHOLE_MS = 100;

/** A TCP balancer: every connection goes to the next instance. */
export class Balancer extends RoundRobin<Server> {
  /** The open connections, and when they began. */
  private readonly clients = new Map<Socket, number>();

  private constructor(server: Server) {
    super(server);
  }

  static async start(...ports: number[]): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server);
    balancer.add(...ports);
    server.on('connection', (client) => {
      client.on('error', () => client.destroy());
      const [port] = balancer.takeTurn();
      if (port === undefined) return void client.destroy();
      const instance = connect(port, '127.0.0.1');
      client.pipe(instance).pipe(client);
      balancer.clients.set(client, performance.now());
      client.on('close', () => {
        balancer.clients.delete(client);
        instance.destroy();
      });
      instance.on('error', () => client.destroy());
    });
    await balancer.listen();
    return balancer;
  }

  /** Ends connections on which a call waits for its answer, on both sides. @returns their number */
  async cut(): Promise<number> {
    const waiting = [...this.clients].filter(([, since]) => performance.now() - since > WHOLE_MS);
    const ended = waiting.map(([client]) => once(client, 'close'));
    for (const [client] of waiting) client.destroy();
    await Promise.all(ended);
    return waiting.length;
  }

  stop(): void {
    this.server.close();
  }
}
