/** The start of the last 24 hours, in which large changes count. */
export function dayAgo(): string {
  return new Date(Date.now() - 86_400_000).toISOString();
}

/** The microsecond before a moment. The calendar then does not have the changes of the moment yet. */
export function justBefore(at: string): string {
  return shifted(at, -1n);
}

/** The microsecond after a moment. A history up to it includes the changes of the moment. */
export function justAfter(at: string): string {
  return shifted(at, 1n);
}

/** A Date keeps milliseconds only. */
function shifted(at: string, by: bigint): string {
  const digits = (/\.\d{3}(\d{1,3})/.exec(at)?.[1] ?? '').padEnd(3, '0');
  const micros = BigInt(Date.parse(at)) * 1000n + BigInt(digits) + by;
  const text = new Date(Number(micros / 1000n)).toISOString().slice(0, -1);
  return `${text}${String(micros % 1000n).padStart(3, '0')}Z`;
}
