import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedToken } from '../auth/access-token.service';
import type { Call, Outcome } from './push';

declare module 'fastify' {
  interface FastifyRequest {
    /** Put there by the bearer guard. */
    user?: AuthenticatedToken;
    /** Whether the guard has let the call in, with a token or without. */
    isAdmitted?: boolean;
    /** How an operation of the channel manager ended; what is missing is read from the status. */
    outcome?: Outcome;
    /** Dates that it left with fewer rooms than are occupied. */
    overbooked?: number;
    /** As it came, for the journal of what is refused. */
    rawBody?: Buffer;
  }
}

/** The call that is being answered. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => {
  const { id, user } = context.switchToHttp().getRequest<FastifyRequest>();
  return { id, token: user ?? null };
});
