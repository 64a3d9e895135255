import { OUTCOMES } from './journal/journaled-call';

/**
 * How a call of the channel manager ended. The metrics count four endings apart that the journal calls refused or failed,
 * or does not have: no valid token, too many failures from one address, no capacity, and a database that is away or slow.
 */
export const CALL_OUTCOMES = [...OUTCOMES, 'unauthorized', 'throttled', 'shed', 'unavailable'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

declare module 'fastify' {
  interface FastifyRequest {
    /** How an operation of the channel manager ended; undefined until it is known. */
    outcome?: CallOutcome;
  }
}

/** How a call ended that was answered with a failure. */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'throttled';
  return status >= 500 ? 'failed' : 'refused';
}
