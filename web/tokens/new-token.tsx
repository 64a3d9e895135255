import { useState } from 'preact/hooks';
import type { AccessToken, Scope } from '../api-types';
import { useApi } from '../session';
import { hotelSearch } from '../search';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { MomentField } from '../ui/moment-field';
import { Picker } from '../ui/picker';
import { Secret } from './secret';
import { timeZone } from '../zone';

const SCOPES: Record<Scope, string> = {
  push: 'push: the operations of the channel manager',
  read: 'read: look at everything',
  decide: 'decide: look, decide on held prices, undo, and close for sale',
  metrics: 'metrics: the metrics alone',
  admin: 'admin: look at everything and change it',
};

/** Creates a token, and shows its secret once. */
export function NewToken({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const api = useApi();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['push']);
  const [hotels, setHotels] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<Error>();

  const create = async () => {
    const body = {
      name,
      scopes,
      ...(hotels.length > 0 && { propertyNames: hotels }),
      ...(expiresAt && { expiresAt }),
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
      <DialogForm
        action="Create"
        isDisabled={scopes.length === 0}
        error={error}
        onSubmit={() => void create()}
        onCancel={onClose}
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
        <MomentField
          label={`Expires (${timeZone()} time); empty: never`}
          at={expiresAt}
          onChange={setExpiresAt}
        />
      </DialogForm>
    </Dialog>
  );
}
