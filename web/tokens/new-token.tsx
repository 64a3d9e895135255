import { useState } from 'preact/hooks';
import type { AccessToken, Scope } from '../api-types';
import { useApi } from '../session';
import { hotelSearch } from '../search';
import { copyText } from '../ui/copy';
import { Dialog } from '../ui/dialog';
import { Picker } from '../ui/picker';
import { Failure } from '../ui/status';
import { fromLocalText, timeZone } from '../zone';

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
  const [hotels, setHotels] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState('');
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<Error>();

  const create = async () => {
    const body = {
      name,
      scopes,
      ...(hotels.length > 0 && { propertyNames: hotels }),
      ...(expiresAt && { expiresAt: fromLocalText(expiresAt) }),
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
    <Dialog
      title="Create a token"
      unsaved={name !== '' || hotels.length > 0 ? 'The token has not been created yet.' : null}
      onClose={onClose}
    >
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
        <fieldset>
          <legend>Hotels (with the scope push alone)</legend>
          {hotels.length === 0 && <p class="small muted">All hotels. Choose one to limit the token to it.</p>}
          <ul class="plain chips">
            {hotels.map((hotel) => (
              <li key={hotel}>
                <bdi>{hotel}</bdi>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Remove ${hotel}`}
                  onClick={() => setHotels(hotels.filter((other) => other !== hotel))}
                >
                  ✕
                </button>
              </li>
            ))}
          </ul>
          <Picker
            label="Add a hotel"
            text=""
            placeholder="Its name"
            load={hotelSearch(api)}
            onPick={(hotel) => hotel && !hotels.includes(hotel) && setHotels([...hotels, hotel])}
          />
        </fieldset>
        <label class="field">
          <span>Expires ({timeZone()} time); empty: never</span>
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
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(secret));
  return (
    <Dialog
      title="The new token"
      unsaved={copied ? null : 'The token has not been copied, and is never shown again.'}
      onClose={onClose}
    >
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
        <span role="status">
          {copied === true && 'Copied'}
          {copied === false && 'It could not be copied: select the token and press Ctrl+C.'}
        </span>
      </div>
    </Dialog>
  );
}
