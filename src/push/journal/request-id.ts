/**
 * A request id is a UUID v7 (RFC 9562): its first 48 bits are the milliseconds at which the call came. Nothing else
 * says when that was, so that a list by time and a list by id never disagree about an entry.
 */
export function receivedAt(requestId: string): Date {
  return new Date(Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16));
}

/** The least request id that a call of this moment or later has. */
export function keyAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
