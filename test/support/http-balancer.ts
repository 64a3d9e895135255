import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import { RoundRobin } from './round-robin';

/**
 * An HTTP balancer that sends each call to the next instance over kept connections. A call that cannot be delivered goes
 * to the following instance. A call that was delivered but not answered gets a 502.
 */
export class HttpBalancer extends RoundRobin<Server> {
  /** How many calls were answered with 502. */
  unanswered = 0;
  /** The number of unanswered calls that no instance accepted. */
  undelivered = 0;
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(server: Server) {
    super(server);
  }

  static async start(...ports: number[]): Promise<HttpBalancer> {
    const server = createServer();
    const balancer = new HttpBalancer(server);
    balancer.add(...ports);
    server.on('request', (call: IncomingMessage, answer: ServerResponse) => {
      const body: Buffer[] = [];
      call.on('data', (part: Buffer) => body.push(part));
      call.on('end', () => balancer.forward(call, Buffer.concat(body), answer, balancer.takeTurn()));
    });
    await balancer.listen();
    return balancer;
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(call: IncomingMessage, body: Buffer, answer: ServerResponse, ports: number[]): void {
    const [port, ...others] = ports;
    const { method, headers, url: path } = call;
    const forwarded = request(
      { host: '127.0.0.1', port, method, path, headers, agent: this.agent },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    forwarded.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && others.length > 0) {
        this.forward(call, body, answer, others);
        return;
      }
      this.unanswered++;
      if (code === 'ECONNREFUSED') this.undelivered++;
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    forwarded.end(body);
  }
}
