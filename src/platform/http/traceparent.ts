import type { FastifyRequest } from 'fastify';

const SAMPLED = 1;
const LENGTH = 55;

/** The parent of a call in a trace, as W3C Trace Context defines it. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/**
 * The `traceparent` header of a call, for its log lines and its journal entry. The standard requires that an invalid
 * value counts as missing, so the log never contains arbitrary text of the caller.
 */
export function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && readTraceparent(traceparent)
    ? traceparent.slice(0, LENGTH)
    : undefined;
}

/** Parses a `traceparent`. Later versions of the standard may append fields. */
export function readTraceparent(text: string): TraceParent | undefined {
  const fields = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(
    text,
  );
  const [, version, traceId = '', spanId = '', flags = '', more] = fields ?? [];
  if (!fields || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
