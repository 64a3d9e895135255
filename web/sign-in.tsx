import { useEffect, useState } from 'preact/hooks';
import { Api } from './api';
import { ApiError } from './api-error';
import type { AccessToken, Settings } from './api-types';
import { storedToken } from './session';

/** Asks for an access token, and reads its scopes. It first tries the stored token of this tab. */
export function SignIn({
  notice,
  onSignedIn,
}: {
  notice: string | undefined;
  onSignedIn: (value: string, token: AccessToken, settings: Settings) => void;
}) {
  const [value, setValue] = useState('');
  const [error, setError] = useState(notice);
  const [isBusy, setBusy] = useState(storedToken.read() !== null);

  const signIn = async (candidate: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const api = new Api(candidate);
      const token = await api.get<AccessToken>('accessTokens/current');
      const settings = await api.get<Settings>('settings');
      storedToken.write(candidate);
      onSignedIn(candidate, token, settings);
    } catch (failure) {
      if (isRefusal(failure)) storedToken.drop();
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  useEffect(() => {
    const kept = storedToken.read();
    if (kept !== null) void signIn(kept);
  }, []);

  return (
    <main class="sign-in">
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn(value.trim());
        }}
      >
        <h1>Channel manager intake</h1>
        <p class="muted">
          Sign in with an access token of the scope <code>read</code> or <code>admin</code>. It is kept in
          this tab alone.
        </p>
        <label class="field">
          <span>Access token</span>
          <input
            type="password"
            name="accessToken"
            autocomplete="off"
            required
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </label>
        {error && (
          <p class="failure" role="alert">
            {error}
          </p>
        )}
        <button class="primary" type="submit" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  );
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && [401, 403].includes(failure.status);
}

function messageOf(failure: unknown): string {
  if (!(failure instanceof ApiError))
    return 'The service cannot be reached. Check the connection and try again.';
  if (failure.status === 401) return 'This access token is unknown, revoked or expired.';
  if (failure.status === 403)
    return 'This access token may not read anything: it needs the scope read or admin.';
  return failure.message;
}
