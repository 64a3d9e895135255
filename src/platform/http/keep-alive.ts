import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** For the calls that are running when the service is told to stop. Longer than a caller waits. */
const LAST_CALLS_MS = 30_000;

/** Whether callers may keep their connections: until the service is to stop. */
@Injectable()
export class KeepAlive {
  private isEnded = false;

  /**
   * All further answers tell their callers to let go of the connection: one that is kept would hold up the shutdown, and
   * might be closed while its next call is on its way.
   */
  end(): void {
    this.isEnded = true;
  }

  /** Ends when the server closes. A caller that never finishes its call, or never takes its answer, is cut off then. */
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
