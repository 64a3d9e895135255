/** Not there yet. */
export function FeedHealthPage() {
  return <h1>FeedHealthPage</h1>;
}
