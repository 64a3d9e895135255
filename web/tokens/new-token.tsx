import { useState } from 'preact/hooks';
import type { AccessToken, Scope } from '../api-types';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/status';

const SCOPES: Record<Scope, string> = {
  push: 'push: the operations of the channel manager',
  read: 'read: look at everything',
  metrics: 'metrics: the metrics alone',
  admin: 'admin: look at everything and change it',
};

/** Makes a token, and shows its secret this once. */
export function NewToken({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const api = useApi();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['push']);
  const [properties, setProperties] = useState('');
  const [expiresAt, setExpiresAt] = useState('');
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<Error>();

  const create = async () => {
    const propertyNames = properties.split('\n').flatMap((line) => line.trim() || []);
    const body = {
      name,
      scopes,
      ...(propertyNames.length > 0 && { propertyNames }),
      ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }),
    };
    try {
      setSecret((await api.post<AccessToken & { token: string }>('accessTokens', body)).token);
      onCreated();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  const toggle = (scope: Scope, isOn: boolean) =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope));

  if (secret !== undefined) return <Secret secret={secret} onClose={onClose} />;
  return (
    <Dialog title="Create a token" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label class="field">
          <span>Name</span>
          <input
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
        <fieldset>
          <legend>Scopes</legend>
          {(Object.keys(SCOPES) as Scope[]).map((scope) => (
            <label key={scope} class="check">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.currentTarget.checked)}
              />
              {SCOPES[scope]}
            </label>
          ))}
        </fieldset>
        <label class="field">
          <span>Only for these properties, one a line (with the scope push alone)</span>
          <textarea
            rows={2}
            value={properties}
            onInput={(event) => setProperties(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Expires</span>
          <input
            type="datetime-local"
            value={expiresAt}
            onInput={(event) => setExpiresAt(event.currentTarget.value)}
          />
        </label>
        {error && <Failure error={error} />}
        <div class="actions">
          <button type="submit" class="primary" disabled={scopes.length === 0}>
            Create
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog title="The new token" onClose={onClose}>
      <p>This is shown this once. Copy it now, and keep it where secrets are kept.</p>
      <label class="field">
        <span>Token</span>
        <input class="mono" readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="actions">
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" onClick={onClose}>
          Done
        </button>
        <span role="status">{isCopied && 'Copied'}</span>
      </div>
    </Dialog>
  );
}
