/**
 * A request id is a UUID v7 (RFC 9562): its first 48 bits are the time of arrival in milliseconds.
 * No other field stores that time, so lists by time and by id always agree.
 */
export function receivedAt(requestId: string): Date {
  return new Date(Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16));
}

/** Returns the smallest request id of calls at this moment or later. */
export function keyAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
