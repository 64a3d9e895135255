import { OUTCOMES } from './journal/journaled-call';

/**
 * The outcome of a call of the channel manager.
 * The metrics distinguish four outcomes that the journal does not: no valid token, too many failures from one
 * address, no capacity, and an unavailable or slow database.
 */
export const CALL_OUTCOMES = [...OUTCOMES, 'unauthorized', 'throttled', 'shed', 'unavailable'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

declare module 'fastify' {
  interface FastifyRequest {
    /** The outcome of a call to an operation of the channel manager; undefined until it is known. */
    outcome?: CallOutcome;
  }
}

/** Returns the outcome of a call that was answered with a failure. */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'throttled';
  return status >= 500 ? 'failed' : 'refused';
}
