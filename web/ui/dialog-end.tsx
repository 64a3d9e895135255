import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The result at the end of a dialog. Its button takes the focus, because the button that had the focus was removed. */
export function DialogEnd({ onClose, children }: { onClose: () => void; children: ComponentChildren }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <div role="status">{children}</div>
      <div class="actions">
        <button ref={close} type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
