import { HttpException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Refuse = (request: FastifyRequest, reply: FastifyReply, error: HttpException) => void;

/**
 * Refuses calls that Node's server would otherwise answer itself, without a request id and in no defined format: calls without
 * a Host, and calls with an unknown expectation. Calls without a Host arrive here only with `requireHostHeader: false`.
 */
export function refuseBeforeRouting(server: FastifyInstance, refuse: Refuse): void {
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  server.addHook('onRequest', (request, reply, done) => {
    const error = problemOf(request);
    if (!error) return done();
    // The client may also misplace the end of the body, so the connection cannot be reused.
    void reply.header('connection', 'close');
    refuse(request, reply, error);
  });
}

function problemOf({ headers, raw }: FastifyRequest): HttpException | undefined {
  if (raw.httpVersion !== '1.1') return undefined;
  if (headers.host === undefined) return new HttpException('The Host header is missing', 400);
  if (headers.expect === undefined || headers.expect.toLowerCase() === '100-continue') return undefined;
  return new HttpException('The only supported Expect is 100-continue: leave the header out', 417);
}
