import { useState } from 'preact/hooks';
import { differenceOf, normalName } from '../../src/platform/text/name';
import { Dialog } from './dialog';
import { DialogForm } from './dialog-form';

/** Asks for the name of a record as confirmation, and deletes it. */
export function ConfirmName({
  what,
  name,
  consequence,
  onDelete,
  onClose,
}: {
  what: string;
  /** Undefined while it loads. */
  name: string | undefined;
  consequence: string;
  onDelete: (confirm: string) => Promise<void>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<Error>();
  const difference = name === undefined ? undefined : differenceOf(name, typed);
  return (
    <Dialog title={`Delete ${what}`} onClose={onClose}>
      <DialogForm
        action="Delete"
        isDangerous
        isDisabled={name === undefined || normalName(typed) !== normalName(name)}
        error={error}
        onSubmit={() => void onDelete(typed).then(onClose, setError)}
        onCancel={onClose}
      >
        <p>
          {consequence} To delete <strong class="long-name">{<bdi>{name ?? '…'}</bdi>}</strong>, type its
          name.
        </p>
        <label class="field">
          <span>Name</span>
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} autocomplete="off" />
        </label>
        <p class="small muted" role="status">
          {difference && `${difference}.`}
        </p>
      </DialogForm>
    </Dialog>
  );
}
