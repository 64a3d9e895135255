const { setTimeout, clearTimeout } = globalThis; // A test may replace them.

/** Fails work that does not finish in time. @param limitMs zero means no limit, for a debugger */
export async function withinLimit(run: () => unknown, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<void>((_, reject) => {
    if (limitMs > 0)
      timer = setTimeout(() => reject(new Error(`Not finished within ${limitMs} ms`)), limitMs);
  });
  await Promise.race([Promise.resolve().then(run), expired]).finally(() => clearTimeout(timer));
}
