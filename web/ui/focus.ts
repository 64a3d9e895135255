/** Focuses the content of the page if the focused element was removed. */
export function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('main')?.focus({ preventScroll: true });
}
