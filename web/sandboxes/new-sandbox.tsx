import { useState } from 'preact/hooks';
import type { Sandbox } from '../api-types';
import { useApi } from '../session';
import { Secret } from '../tokens/secret';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { MomentField } from '../ui/moment-field';
import { timeZone } from '../zone';

/** Creates a sandbox, and shows its token once. */
export function NewSandbox({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const api = useApi();
  const [name, setName] = useState('');
  const [expiresAt, setExpiresAt] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<Error>();
  const create = async () => {
    const body = { name, ...(expiresAt && { expiresAt }) };
    try {
      setSecret((await api.post<Sandbox & { token: string }>('sandboxes', body)).token);
      onCreated();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  if (secret !== undefined) return <Secret secret={secret} onClose={onClose} />;
  return (
    <Dialog
      title="Create a sandbox"
      unsaved={name !== '' ? 'The sandbox has not been created yet.' : null}
      onClose={onClose}
    >
      <DialogForm action="Create" error={error} onSubmit={() => void create()} onCancel={onClose}>
        <label class="field">
          <span>Name of the sender</span>
          <input
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
        <MomentField
          label={`Deleted (${timeZone()} time), within 30 days; empty: in 7 days`}
          at={expiresAt}
          onChange={setExpiresAt}
        />
      </DialogForm>
    </Dialog>
  );
}
