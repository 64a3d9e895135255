import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Attempt } from '../platform/http/attempt';
import { isLargeAndUnread } from '../platform/http/unread-body.hook';
import type { CallOutcome } from './call-outcome';
import type { FailedCalls } from './failed-calls';
import { PUSHES } from './operations';

/** The outcomes that an operation answers with `false`, and that are no fault of the caller. */
const FAILURES: CallOutcome[] = ['failed', 'unavailable', 'shed'];

/**
 * Notices which calls of the channel manager fail for their callers: answered with a 5xx, or not heard at all, because
 * the caller was gone before the answer was sent.
 */
export function noticeFailedCalls(server: FastifyInstance, failedCalls: FailedCalls): void {
  if (!failedCalls.isOn) return;
  server.addHook('onRequest', (request, reply, done) => {
    if (request.pushOperation) watch(request, reply, failedCalls);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { attempt, rawBody } = request;
    // A small body of a call that was shed comes anyway, or has come: by its digest a repeat is recognized.
    if (attempt && !rawBody && isFailure(request, reply) && !isLargeAndUnread(request))
      attempt.digestBody(() => failedCalls.remember(attempt));
    done();
  });
}

function watch(request: FastifyRequest, reply: FastifyReply, failedCalls: FailedCalls): void {
  const attempt = new Attempt(request);
  request.attempt = attempt;
  // Once for each answer: when it has been sent, or when the connection ends before that.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished || isFailure(request, reply)) {
      attempt.fail(new Date());
      failedCalls.remember(attempt);
    } else if (attempt.originalRequestId !== attempt.id) {
      failedCalls.forget(attempt);
    }
  });
}

function isFailure({ pushOperation, outcome }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (statusCode >= 500) return true;
  return (
    pushOperation !== undefined &&
    PUSHES[pushOperation].answers === 'boolean' &&
    outcome !== undefined &&
    FAILURES.includes(outcome)
  );
}
