const ENTRIES = [
  ['pushed', '100.10', null, 'pushed'],
  ['derived', '= 95.09', null, 'derived: what the rule gives'],
  ['overridden', '≠ 80.00', null, 'overridden: another price than the rule gives'],
  ['pushed held', '100.10', 'held 1.00', 'a new price is held'],
  ['not-set', 'not set', null, 'no price: not sellable'],
  ['zero', '0.00', 'free', 'costs nothing'],
  ['none', '–', null, 'no record'],
  ['sold-out', '0', 'none left', 'no rooms left'],
  ['overbooked', '1', '! 2 occ.', 'overbooked: fewer rooms than occupied'],
] as const;

/** What the looks of the cells mean. */
export function Legend() {
  return (
    <details class="legend">
      <summary>Legend and keys</summary>
      <ul>
        {ENTRIES.map(([kind, text, tag, meaning]) => (
          <li key={meaning}>
            <span class={`cell ${kind}`} data-tag={tag ?? undefined} aria-hidden="true">
              {text}
            </span>
            {meaning}
          </li>
        ))}
      </ul>
      <p class="muted small">
        Arrow keys go from cell to cell, <kbd>Page Up</kbd> and <kbd>Page Down</kbd> to other days,{' '}
        <kbd>Enter</kbd> opens the story of a price, <kbd>Escape</kbd> closes it.
      </p>
    </details>
  );
}
