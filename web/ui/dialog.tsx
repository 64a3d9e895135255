import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The element that had the focus before the first of several dialogs in a row. */
let opener: Element | null = null;

/**
 * A modal dialog. Escape and the cross close it, and the focus returns to its former element.
 * @param unsaved the warning about input that closing would lose; null if there is none
 */
export function Dialog({
  title,
  onClose,
  unsaved = null,
  wide = false,
  children,
}: {
  title: ComponentChildren;
  onClose: () => void;
  unsaved?: string | null;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  // The dialog must open before the next keystroke, which would otherwise go to the page.
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (before && before !== document.body && !before.closest('dialog')) opener = before;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      setTimeout(giveFocusBack);
    };
  }, []);
  // The input may have been sent while the dialog asks.
  useEffect(() => {
    if (unsaved === null) setAsking(false);
  }, [unsaved]);
  const close = () => {
    if (unsaved === null || isAsking) onClose();
    else setAsking(true);
  };
  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : undefined}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // Escape is handled here, because browsers let a page prevent the event `cancel` only once.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (isAsking) setAsking(false);
        else close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      {isAsking && <KeepOrDrop words={unsaved ?? ''} onKeep={() => setAsking(false)} onDrop={onClose} />}
      <button type="button" class="quiet dialog-close" aria-label="Close" onClick={close}>
        ✕
      </button>
    </dialog>
  );
}

function KeepOrDrop({ words, onKeep, onDrop }: { words: string; onKeep: () => void; onDrop: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div class="keep-or-drop" role="alertdialog" aria-label={words}>
      <p>{words}</p>
      <button ref={keep} type="button" class="primary" onClick={onKeep}>
        Keep it open
      </button>
      <button type="button" class="danger" onClick={onDrop}>
        Close and lose it
      </button>
    </div>
  );
}

/** Returns the focus to the element that opened the dialog, or to the content of the page if it has disappeared. */
function giveFocusBack(): void {
  const isElsewhere = document.activeElement && document.activeElement !== document.body;
  if (document.querySelector('dialog[open]') || isElsewhere) return;
  const target = opener?.isConnected ? opener : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus();
}
