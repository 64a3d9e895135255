/** The moment at which a call was received. Its request id is a UUIDv7, which begins with the milliseconds. */
export function receivedAt(requestId: string): string {
  return new Date(parseInt(requestId.replaceAll('-', '').slice(0, 12), 16)).toISOString();
}
