import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A call that has been open for so long has come to the service whole. */
const WHOLE_MS = 100;

/** A plain TCP balancer: every connection goes to the next of its instances. */
export class Balancer {
  private readonly ports: number[] = [];
  /** Those that are open, and since when. */
  private readonly clients = new Map<Socket, number>();
  private turn = 0;

  private constructor(private readonly server: Server) {}

  static async start(...ports: number[]): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server);
    balancer.ports.push(...ports);
    server.on('connection', (client) => {
      client.on('error', () => client.destroy());
      const port = balancer.next();
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
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  add(port: number): void {
    this.ports.push(port);
  }

  /** Sends no new connection there. Those that are open stay. */
  remove(port: number): void {
    this.ports.splice(this.ports.indexOf(port), 1);
  }

  /** Ends connections on which a call waits for its answer. @returns how many */
  cut(): number {
    const waiting = [...this.clients].filter(([, since]) => performance.now() - since > WHOLE_MS);
    for (const [client] of waiting) client.destroy();
    return waiting.length;
  }

  stop(): void {
    this.server.close();
  }

  private next(): number | undefined {
    return this.ports[this.turn++ % this.ports.length];
  }
}
