import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

interface Options {
  /** The proxy holds back this many bytes of an answer, with its head, until more arrive or the answer ends. */
  bufferBytes: number;
  /** Whether the proxy obeys `X-Accel-Buffering: no`, as nginx does. */
  heedsHeader: boolean;
  /** Whether the proxy breaks the connection after the first part of a CSV answer. */
  cutsCsv?: boolean;
}

/** A proxy for HTTP that buffers answers. */
export class BufferingProxy {
  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly options: Options,
  ) {
    server.on('request', (call: IncomingMessage, answer: ServerResponse) => this.forward(call, answer));
  }

  static async start(target: string, options: Options): Promise<BufferingProxy> {
    const server = createServer();
    const proxy = new BufferingProxy(server, target, options);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private forward(call: IncomingMessage, answer: ServerResponse): void {
    const { method, url = '', headers } = call;
    const upstream = request(new URL(url, this.target), { method, headers }, (received) => {
      const isPassedOn = this.options.heedsHeader && received.headers['x-accel-buffering'] === 'no';
      let kept: Buffer[] = [];
      let length = 0;
      const passOn = () => {
        if (!answer.headersSent) answer.writeHead(received.statusCode ?? 502, received.headers);
        answer.write(Buffer.concat(kept)); // in one piece
        [kept, length] = [[], 0];
      };
      received.on('data', (piece: Buffer) => {
        if (this.options.cutsCsv && headers.accept === 'text/csv') {
          // The second piece of the answer may arrive before the first one is written.
          if (answer.headersSent) return;
          answer.writeHead(received.statusCode ?? 502, received.headers);
          answer.write(piece, () => answer.destroy());
          received.destroy();
          return;
        }
        kept.push(piece);
        length += piece.length;
        if (isPassedOn || length > this.options.bufferBytes) passOn();
      });
      received.on('end', () => {
        passOn();
        answer.end();
      });
      received.on('error', () => answer.destroy());
    });
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    call.pipe(upstream);
  }
}
