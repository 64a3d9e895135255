/** The library of `faketime`, and its settings. */
const NAMES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/**
 * The environment variables that give another process the clock of this one, if `faketime` shifts it. FAKETIME_SHARED is left
 * out, because the user of PostgreSQL cannot open its semaphore. The offset in FAKETIME is enough.
 */
export function shiftedClock(): Record<string, string> {
  return process.env['FAKETIME'] === undefined ? {} : environment((name) => NAMES.includes(name));
}

/** The environment of this process without a shifted clock. */
export function realClock(): Record<string, string> {
  return environment((name) => !NAMES.includes(name));
}

/**
 * A script that gives a page the clock of this process: Chromium does not work with `faketime`.
 * @throws Error if FAKETIME is no number of seconds
 */
export function shiftDate(): string {
  const seconds = process.env['FAKETIME'] ?? '0';
  const offsetMs = Number(seconds) * 1_000;
  if (Number.isNaN(offsetMs)) throw new Error(`FAKETIME is "${seconds}", and must be a number of seconds`);
  return `if (${offsetMs})
    globalThis.Date = class extends Date {
      static now() { return super.now() + ${offsetMs}; }
      constructor(...parts) { super(...(parts.length === 0 ? [Date.now()] : parts)); }
    };`;
}

function environment(isPassedOn: (name: string) => boolean): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) => isPassedOn(name));
  return Object.fromEntries(variables.filter((each): each is [string, string] => each[1] !== undefined));
}
