import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { OverloadedError } from '../overloaded-error';
import type { Demand, LoadControl } from './load-control';

/**
 * Sheds pushes before anything else is done for them, the look at the token included: what shed calls cost is missing to
 * the others.
 * @param answer how a failure is answered
 */
export function shedLoad(
  server: FastifyInstance,
  load: LoadControl,
  answer: (request: FastifyRequest, reply: FastifyReply, error: OverloadedError) => void,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.pushOperation) return done();
    try {
      load.assertCapacity(demandOf(request, Number(request.headers['content-length'] ?? 0)));
      done();
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      answer(request, reply, error);
    }
  });
}

/** @param bytes of its body */
export function demandOf(request: FastifyRequest, bytes: number): Demand {
  const { authorization = '' } = request.headers;
  const { roomId } = request.query as Record<string, unknown>;
  // The scheme is not part of the token: written in another way, it would be another caller.
  return { flow: authorization.split(' ').at(-1) ?? '', roomId: parseId<RoomId>(roomId), bytes };
}
