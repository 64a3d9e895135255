import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RoomId } from '../../platform/database/id';
import { credentialsOf } from '../../platform/http/credentials';
import { parseId } from '../../platform/database/id';
import { OverloadedError } from '../overloaded-error';
import type { Demand, AdmissionControl } from './admission-control';

/**
 * Sheds pushes before any other work, even before the check of the token: work for shed calls reduces the
 * capacity for others.
 * @param answer answers a failure
 */
export function shedLoad(
  server: FastifyInstance,
  admission: AdmissionControl,
  answer: (request: FastifyRequest, reply: FastifyReply, error: OverloadedError) => void,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.pushOperation && !request.dryRun) return done();
    try {
      admission.assertCapacity(demandOf(request, Number(request.headers['content-length'] ?? 0)));
      done();
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      answer(request, reply, error);
    }
  });
}

/** @param bytes the length of its body */
export function demandOf(request: FastifyRequest, bytes: number): Demand {
  const { roomId } = request.query as Record<string, unknown>;
  // The scheme is not part of the token: another spelling of it must not count as another caller.
  return { callerKey: credentialsOf(request.headers).value, roomId: parseId<RoomId>(roomId), bytes };
}
