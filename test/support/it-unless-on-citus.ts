/** Returns `it` for tests that a cluster cannot run: there, the test is skipped, and its title says why. */
export function itUnlessOnCitus(reason: string): (title: string, run: () => Promise<void>) => void {
  return (title, run) => {
    if (process.env['CITUS_DATABASE_URL']) it.skip(`${title} (not on Citus: ${reason})`, run);
    else it(title, run);
  };
}
