/** After one of these, a person decides where to look. */
const INTERACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** By then, the views have their data. */
const LONGEST_MS = 10_000;

/** Keeps a part of the page in view while data that arrives above it moves it, until a person scrolls or presses. */
export function keepInView(id: string): void {
  const observer = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView());
  const end = new AbortController();
  const stop = () => {
    observer.disconnect();
    end.abort();
  };
  const options = { capture: true, passive: true, signal: end.signal };
  for (const type of INTERACTIONS) addEventListener(type, stop, options);
  setTimeout(stop, LONGEST_MS);
  observer.observe(document.body);
}
