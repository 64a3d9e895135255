import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedToken } from '../auth/access-token.service';
import type { Outcome } from '../journal/push';

declare module 'fastify' {
  interface FastifyRequest {
    receivedAt: Date;
    /** Put there by the bearer guard. */
    user?: AuthenticatedToken;
    /** How an operation of the channel manager ended; what is missing is read from the status. */
    outcome?: Outcome;
  }
}

/** What is known of a call before its content: under which request id, when, and with whose token it came. */
export interface Call {
  id: string;
  receivedAt: Date;
  token: AuthenticatedToken | null;
}

/** The call that is being answered. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => {
  const { id, receivedAt, user } = context.switchToHttp().getRequest<FastifyRequest>();
  return { id, receivedAt, token: user ?? null };
});
