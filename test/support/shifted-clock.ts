const SETTINGS = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/**
 * The environment that gives another process the clock of this one, if `faketime` shifts it. Processes of the tests do not
 * inherit the whole environment. FAKETIME_SHARED is left out, because other users cannot open its semaphore; the offset in
 * FAKETIME is enough.
 */
export function shiftedClock(): Record<string, string> {
  const settings = SETTINGS.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(settings.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
