import { useState } from 'preact/hooks';
import { Dialog } from './dialog';
import { Failure } from './status';

/** Asks for the name of what is to be deleted, and deletes it. */
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
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onDelete(typed).then(onClose, setError);
        }}
      >
        <p>
          {consequence} To delete <strong class="long-name">{<bdi>{name}</bdi>}</strong>, type its name.
        </p>
        <label class="field">
          <span>Name</span>
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} autocomplete="off" />
        </label>
        {error && <Failure error={error} />}
        <div class="actions">
          <button type="submit" class="danger" disabled={typed !== name}>
            Delete
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
