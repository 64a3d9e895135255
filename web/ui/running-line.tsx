import type { ComponentChildren } from 'preact';

/** A line about long work, which every view shows. A person can remove it after the end of the work. */
export function RunningLine({
  children,
  onDismiss,
}: {
  children: ComponentChildren;
  /** Undefined while the work runs. */
  onDismiss: (() => void) | undefined;
}) {
  return (
    <p class="progress" role="status">
      {children}
      {onDismiss && (
        <button type="button" onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </p>
  );
}
