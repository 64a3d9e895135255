import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** The time for running calls to finish during a shutdown. Longer than a caller waits. */
const LAST_CALLS_MS = 30_000;

/** Controls whether callers may keep their connections: they may until the shutdown begins. */
@Injectable()
export class KeepAlive {
  private isEnded = false;

  /**
   * From now on, all answers ask callers to close the connection. An open connection would delay the shutdown, and it
   * might be closed while the next call is in transit.
   */
  end(): void {
    this.isEnded = true;
  }

  /**
   * Ends keep-alive when the server closes. It then disconnects callers that never finish a call or never read the
   * answer.
   */
  watch(server: FastifyInstance): void {
    server.addHook('preClose', (done) => {
      this.end();
      setTimeout(() => server.server.closeAllConnections(), LAST_CALLS_MS).unref();
      done();
    });
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.isEnded) void reply.header('connection', 'close');
      done();
    });
  }
}
