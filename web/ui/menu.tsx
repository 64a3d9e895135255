import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Buttons that are shown when a person opens them. They are hidden again after a choice, after Escape, and after a press
 * elsewhere.
 */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const isInside = (target: EventTarget | null) => element.current?.contains(target as Node | null) ?? false;
  const close = () => {
    if (element.current) element.current.open = false;
  };
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (!isInside(target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);
  /** Runs before the choice: a dialog that the choice opens returns the focus to the element that had it. */
  const end = () => {
    summary.current?.focus();
    close();
  };
  return (
    <details
      ref={element}
      class="menu"
      onKeyDown={(event) => {
        if (event.key === 'Escape') end();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget && !isInside(relatedTarget)) close();
      }}
    >
      <summary ref={summary} class="button" aria-label={label}>
        …
      </summary>
      <div class="menu-items" onClickCapture={end}>
        {children}
      </div>
    </details>
  );
}
