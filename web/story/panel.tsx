import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The panel beside the grid, with a title and a button that closes it. */
export function Panel({
  label,
  title,
  place,
  ids,
  day,
  onClose,
  children,
}: {
  label: string;
  title: string;
  place: string;
  ids: string;
  day: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus moves to the story of an opened cell, but not if the address already named the story.
  useEffect(() => {
    if (document.activeElement?.matches('.cell')) heading.current?.focus();
  }, []);
  return (
    <aside
      class="story"
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <div class="story-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi class="long-name">{title}</bdi>
          <span class="muted">
            <bdi>{place}</bdi> <span class="ids">{ids}</span>
          </span>
          <span class="muted">{day}</span>
        </h2>
        <button type="button" class="quiet" aria-label="Close the story" onClick={onClose}>
          ✕
        </button>
      </div>
      {children}
    </aside>
  );
}
