/** The library of `faketime`, and its settings. */
const NAMES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/**
 * The environment variables that give another process the clock of this one, if `faketime` shifts it. FAKETIME_SHARED is left
 * out, because the user of PostgreSQL cannot open its semaphore. The offset in FAKETIME is enough.
 */
export function shiftedClock(): Record<string, string> {
  const variables = NAMES.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(variables.filter((each): each is [string, string] => each[1] !== undefined));
}

/** The environment of this process without a shifted clock. */
export function realClock(): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) => !NAMES.includes(name));
  return Object.fromEntries(variables.filter((each): each is [string, string] => each[1] !== undefined));
}

/** A script that gives a page the clock of this process: Chromium does not work with `faketime`. */
export function shiftDate(): string {
  const offsetMs = Number(process.env['FAKETIME'] ?? 0) * 1000;
  return `if (${offsetMs})
    globalThis.Date = class extends Date {
      static now() { return super.now() + ${offsetMs}; }
      constructor(...parts) { super(...(parts.length === 0 ? [Date.now()] : parts)); }
    };`;
}
