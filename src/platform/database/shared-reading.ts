/** Readings that take less time are not shared, so that they are always up to date. */
const SLOW_MS = 100;
/** How long a slow reading is kept, as a multiple of its duration: readings use at most a twentieth of one connection. */
const REST = 20;

/** Shares a slow reading among its callers, however many call. */
export class SharedReading<T> {
  private latest: { value: T; until: number } | undefined;
  private running: Promise<T> | undefined;
  private isSlow = false;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws the error of the reading, which is not kept */
  get(): Promise<T> {
    if (this.latest && this.now() < this.latest.until) return Promise.resolve(this.latest.value);
    if (!this.isSlow) return this.measure();
    return (this.running ??= this.measure().finally(() => (this.running = undefined)));
  }

  private async measure(): Promise<T> {
    const start = this.now();
    const value = await this.read();
    const end = this.now();
    this.isSlow = end - start > SLOW_MS;
    this.latest = this.isSlow ? { value, until: end + REST * (end - start) } : undefined;
    return value;
  }
}
