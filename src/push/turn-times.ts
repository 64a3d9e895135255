const MAX_SAMPLES = 10;
/** What takes longer waits for something else than its own work: it is no pace. */
const MAX_SAMPLE_MS = 500;

/** How long the latest turns of a room's pushes took, for each weight of 1. */
export class TurnTimes {
  /** In ms, the newest last. */
  private readonly samples: number[] = [];

  /** In ms, of three and more without the longest, which may be a hiccup. Undefined until one is known. */
  get mean(): number | undefined {
    const { length } = this.samples;
    if (length === 0) return undefined;
    const sum = this.samples.reduce((total, sample) => total + sample, 0);
    return length < 3 ? sum / length : (sum - Math.max(...this.samples)) / (length - 1);
  }

  add(milliseconds: number): void {
    this.samples.push(Math.min(milliseconds, MAX_SAMPLE_MS));
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }
}
