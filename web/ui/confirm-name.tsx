import { useState } from 'preact/hooks';
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
  name: string;
  consequence: string;
  onDelete: (confirm: string) => Promise<void>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<Error>();
  return (
    <Dialog title={`Delete ${what}`} onClose={onClose}>
      <DialogForm
        action="Delete"
        isDangerous
        isDisabled={typed !== name}
        error={error}
        onSubmit={() => void onDelete(typed).then(onClose, setError)}
        onCancel={onClose}
      >
        <p>
          {consequence} To delete <strong class="long-name">{<bdi>{name}</bdi>}</strong>, type its name.
        </p>
        <label class="field">
          <span>Name</span>
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} autocomplete="off" />
        </label>
      </DialogForm>
    </Dialog>
  );
}
