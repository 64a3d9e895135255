import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Attempt } from '../../platform/http/attempt';
import { whenOver } from '../../platform/http/answer-end';
import { isLargeAndUnread } from '../../platform/http/unread-body.hook';
import type { CallOutcome } from '../call-outcome';
import type { FailedCalls } from './failed-calls';
import { PUSHES } from '../operations';

/** The outcomes that an operation answers with `false` and that the caller did not cause. */
const FAILURES: CallOutcome[] = ['failed', 'unavailable', 'shed'];

/**
 * Remembers calls of the channel manager that fail for their callers: calls that get a 5xx, and calls whose
 * caller disconnected before the answer.
 */
export function noticeFailedCalls(server: FastifyInstance, failedCalls: FailedCalls): void {
  if (!failedCalls.isOn) return;
  server.addHook('onRequest', (request, reply, done) => {
    if (request.pushOperation) watch(request, reply, failedCalls);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { attempt, rawBody } = request;
    // A small body of a shed call still arrives or has arrived: its digest identifies a repeat.
    if (attempt && !rawBody && isFailure(request, reply) && !isLargeAndUnread(request))
      attempt.digestBody(() => failedCalls.remember(attempt));
    done();
  });
}

function watch(request: FastifyRequest, reply: FastifyReply, failedCalls: FailedCalls): void {
  const attempt = new Attempt(request);
  request.attempt = attempt;
  whenOver(reply.raw, (isSent) => {
    if (!isSent || isFailure(request, reply)) {
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
