const MAX_SAMPLES = 10;
/** So few turns say too little. */
const MIN_SAMPLES = 3;

/** How long the latest turns of pushes took. */
export class TurnTimes {
  /** In ms, the newest last. */
  private readonly samples: number[] = [];

  /** In ms: the mean without the longest, which may be a hiccup. Undefined until enough turns are known. */
  get mean(): number | undefined {
    const { length } = this.samples;
    if (length < MIN_SAMPLES) return undefined;
    const sum = this.samples.reduce((total, sample) => total + sample, 0);
    return (sum - Math.max(...this.samples)) / (length - 1);
  }

  add(milliseconds: number): void {
    this.samples.push(milliseconds);
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }
}
