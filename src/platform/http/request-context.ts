import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Attempt } from './attempt';
import { traceparentOf } from './traceparent';

/** The access token of a call, without its value. */
export interface AuthenticatedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The properties whose rooms the token may push for. Null means all properties. */
  readonly propertyNames: readonly string[] | null;
  readonly expiresAt: Date | null;
  /** The sandbox that the token belongs to; null for none. */
  readonly sandboxId: string | null;
}

/** The capacity of the service that a push uses. */
export interface Capacity {
  /** The caller whose share the push uses. */
  readonly callerKey: string;
  /** The expected duration, as a multiple of the smallest push. */
  readonly weight: number;
  /** Weighs the push by its records instead of its bytes, as soon as the records are known. */
  weigh(records: number): void;
  /** From now on, the push waits for something other than its turn, and delays only pushes to its own room. */
  suspend(): void;
}

/** A dry run of a call: the call has its answer, but no effect. */
export interface DryRun {
  /** The operation of the channel manager. */
  readonly operation: string;
  /** The receipt that the call would have, once it is known. */
  receipt?: object;
}

/** Says how much of a call is done. The total is 0 while it is not known. */
export type OnProgress = (done: number, total: number) => void;

/** A call whose content is not known yet. */
export interface Call {
  /**
   * The request id, a UUID v7. It is in the `X-Request-Id` of the answer, the journal, every log line and every e-mail.
   */
  readonly id: string;
  /** Null if the call needs no token: ROOM_EDIT_AUTHENTICATION=none, and the demo data. */
  readonly token: AuthenticatedToken | null;
  /** The position in the caller's trace, in the format of W3C Trace Context. */
  readonly traceparent?: string;
  /** Set for an admitted push. */
  readonly capacity?: Capacity;
  /** Set for a call of the channel manager, which repeats failed calls. */
  readonly attempt?: Attempt;
  readonly dryRun?: DryRun;
  /** Set for a call of a sandbox: the received body. The journal entry keeps the beginning of the body. */
  readonly sandboxBody?: Buffer;
  /** Set if the caller wants to know how much of a long call is done. */
  readonly onProgress?: OnProgress;
}

// The state of a request while it is answered. `push` adds the operation and its outcome, whose types it owns.
declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the bearer guard. */
    user?: AuthenticatedToken;
    /** Whether the guard has admitted the call, with a token or without. */
    isAuthorized?: boolean;
    /** The received bytes, for the journal entry of a refused call. */
    rawBody?: Buffer;
    /** Set together with the permit. */
    capacity?: Capacity;
    /** Set for a call of the channel manager if the service checks for late arrivals. */
    attempt?: Attempt;
    /** Set for a dry run of an operation of the channel manager. */
    dryRun?: DryRun;
    /** Set for a long call whose caller accepts its progress. */
    onProgress?: OnProgress;
    /** The room that the body names. */
    roomId?: string;
    /** The hotel that a message names, or several, for the e-mail about its refusal. */
    hotelCode?: string;
    /** The number of dates on which the call left fewer rooms than are occupied. */
    overbooked?: number;
    /** The number of records, in total and by verdict. */
    records?: Record<string, number>;
  }
}

/** The call that is being answered. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): Call =>
  callOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function callOf(request: FastifyRequest): Call {
  const { id, user, capacity, attempt, dryRun, rawBody, onProgress } = request;
  const sandboxBody = user?.sandboxId ? rawBody : undefined;
  return {
    id,
    token: user ?? null,
    traceparent: traceparentOf(request),
    capacity,
    attempt,
    dryRun,
    sandboxBody,
    onProgress,
  };
}
