const ENTRIES = [
  ['pushed', '100.10', null, 'pushed'],
  ['derived', '95.09', null, 'derived: what the rule gives'],
  ['overridden', '≠80.00', null, 'overridden: another price than the rule gives'],
  ['pushed held', '100.10', '→ 1.00', 'a new price is held: the old one stays on sale'],
  ['zero', '0.00', 'free', 'costs nothing'],
  ['overbooked', '1', '! 2 occ.', 'overbooked: fewer rooms than occupied'],
  ['sold-out', '0', null, 'no rooms left'],
  ['not-set', 'not set', null, 'no price: not sellable'],
  ['none', '–', null, 'no record'],
  ['sold-out room-closed', '3', 'blackout', 'the channel manager has closed the room and its rate plans'],
  ['pushed shut', '100.10', 'closed', 'closed for sale by a person, above what was pushed'],
  ['pushed stopped', '100.10', 'stop', 'stop sell: the rate plan is not sold'],
  ['pushed limited', '100.10', '≥3 ≤7', 'a stay that arrives has 3 to 7 nights'],
  ['pushed limited', '100.10', '↔3', 'every stay over this night has at least 3 nights'],
  ['pushed limited', '100.10', 'CTA CTD', 'closed to arrival, closed to departure'],
  ['pushed large-change', '7.30', 'was 70.00', 'changed by more than usual within a day'],
  ['pushed differs', '45.00', 'now 7.30', 'as of a moment: different now'],
] as const;

/** The legend of the looks of the cells. @param canSelect whether cells can be selected and closed for sale */
export function Legend({ canSelect }: { canSelect: boolean }) {
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
        <kbd>Enter</kbd> opens the story of a cell, <kbd>Escape</kbd> closes it, <kbd>+</kbd> and <kbd>-</kbd>{' '}
        show and hide the derived plans of a room, <kbd>Ctrl C</kbd> copies the row from the cell on,{' '}
        <kbd>/</kbd> searches, <kbd>Ctrl K</kbd> jumps to a hotel, room or plan.
      </p>
      {canSelect && (
        <p class="muted small">
          <kbd>Shift</kbd> with an arrow key selects cells. While cells are selected, <kbd>Enter</kbd> closes
          them for sale, <kbd>Escape</kbd> clears the selection, and <kbd>Ctrl C</kbd> copies them.
        </p>
      )}
    </details>
  );
}
