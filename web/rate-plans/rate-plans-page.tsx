/** Not there yet. */
export function RatePlansPage() {
  return <h1>RatePlansPage</h1>;
}
