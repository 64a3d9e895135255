import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from '../../platform/http/answer-end';

/** How a call ended: its caller received the answer, or had hung up before. */
export type CallEnd = 'answered' | 'hungUp';

/**
 * Reports each call once, when it is over. A call whose caller has hung up is over when its answer is ready: until then,
 * the service works on it.
 */
export function watchEnds(
  server: FastifyInstance,
  report: (request: FastifyRequest, reply: FastifyReply, end: CallEnd) => void,
): void {
  const withAnswer = new WeakSet<FastifyRequest>();
  server.addHook('onRequest', (request, reply, done) => {
    whenOver(reply.raw, (isSent) => {
      const hasAnswer = withAnswer.has(request) || reply.sent;
      if (isSent) report(request, reply, 'answered');
      else if (hasAnswer) report(request, reply, 'hungUp');
    });
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    const isFirst = !withAnswer.has(request);
    withAnswer.add(request);
    if (isFirst && reply.raw.destroyed) report(request, reply, 'hungUp');
    done();
  });
}
