import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Attempt } from './attempt';
import { traceparentOf } from './traceparent';

/** Whose access token a call came with; never its value. */
export interface AuthenticatedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The properties whose rooms it may push for; null: of all. */
  readonly propertyNames: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** What a push takes of the service's capacity. */
export interface Capacity {
  /** Whose share it takes. */
  readonly flow: string;
  /** How long it takes, as a multiple of the smallest push. */
  readonly weight: number;
  /** It waits for something else than its turn at the database. */
  suspend(): void;
}

/** A call before its content is known. */
export interface Call {
  /** The request id, a UUID v7: in the answer's `X-Request-Id`, the journal, every log line and e-mail. */
  readonly id: string;
  /** Null where the call needs none: ROOM_EDIT_AUTHENTICATION=none, and the demo data. */
  readonly token: AuthenticatedToken | null;
  /** Its place in a trace of the caller's, as W3C Trace Context writes it. */
  readonly traceparent?: string;
  /** Of a push that was admitted. */
  readonly capacity?: Capacity;
  /** Of a call of the channel manager, which tries again what has failed. */
  readonly attempt?: Attempt;
}

// What is known of a request while it is answered. `push` adds the operation and its outcome, whose types it owns.
declare module 'fastify' {
  interface FastifyRequest {
    /** Put there by the bearer guard. */
    user?: AuthenticatedToken;
    /** Whether the guard has let the call in, with a token or without. */
    isAuthorized?: boolean;
    /** As it came, for the journal of what is refused. */
    rawBody?: Buffer;
    /** Put there with the permit. */
    capacity?: Capacity;
    /** Of a call of the channel manager, where late arrivals are looked for. */
    attempt?: Attempt;
    /** The room that its body names. */
    roomId?: string;
    /** Dates that it left with fewer rooms than are occupied. */
    overbooked?: number;
    /** How many records it had, and what became of how many of them. */
    records?: Record<string, number>;
  }
}

/** The call that is being answered. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): Call => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { id, user, capacity, attempt } = request;
  return { id, token: user ?? null, traceparent: traceparentOf(request), capacity, attempt };
});
