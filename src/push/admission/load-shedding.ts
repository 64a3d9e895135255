import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionControl } from './admission-control';
import type { RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { OverloadedError } from '../overloaded-error';
import type { RoomQueue } from '../room-queue';
import type { EventLoopLag } from './event-loop-lag';

/**
 * Sheds pushes that would get no permit before anything else is done for them, the look at the token included: under
 * a flood of calls, what the shed ones cost is missing to the others. Where calls wait for long before they are
 * read, those are shed that are read then.
 * @param answer how a failure is answered
 */
export function shedLoad(
  server: FastifyInstance,
  admission: AdmissionControl,
  rooms: RoomQueue,
  lag: EventLoopLag,
  answer: (request: FastifyRequest, reply: FastifyReply, error: OverloadedError) => void,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.pushOperation) return done();
    try {
      const bytes = Number(request.headers['content-length'] ?? 0);
      lag.countCall();
      if (lag.isExceeded) throw new OverloadedError('Calls come faster than they can be read');
      admission.assertCapacity(bytes);
      const roomId = parseId<RoomId>((request.query as Record<string, unknown>)['roomId']);
      if (roomId) rooms.assertCapacity(roomId);
      request.endReceiving = admission.startReceiving(bytes);
      done();
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      answer(request, reply, error);
    }
  });
  server.addHook('onResponse', (request, _reply, done) => {
    request.endReceiving?.();
    done();
  });
}
