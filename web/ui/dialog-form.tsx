import type { ComponentChildren } from 'preact';
import { NotSent } from './not-sent';

/** The form of a dialog: its fields, the error of the last attempt, and the buttons that submit and cancel it. */
export function DialogForm({
  action,
  isDangerous = false,
  isDisabled = false,
  error,
  cancel = 'Cancel',
  beside,
  onSubmit,
  onCancel,
  children,
}: {
  /** The text of the button that submits the form. */
  action: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  error: Error | undefined;
  /** The text of the button that closes the dialog. */
  cancel?: string;
  /** The content beside the buttons. */
  beside?: ComponentChildren;
  onSubmit: () => void;
  onCancel: () => void;
  children: ComponentChildren;
}) {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error && <NotSent error={error} />}
      <div class="actions">
        <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={isDisabled}>
          {action}
        </button>
        <button type="button" onClick={onCancel}>
          {cancel}
        </button>
        {beside}
      </div>
    </form>
  );
}
