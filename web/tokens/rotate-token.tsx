import { useState } from 'preact/hooks';
import type { AccessToken } from '../api-types';
import { useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Moment } from '../ui/moment';
import { Secret } from './secret';

/** When the old token ends: the seconds, and the words for them. */
const ENDS = [
  [86_400, 'in 24 hours'],
  [7 * 86_400, 'in 7 days'],
  [0, 'at once'],
] as const;

/** Asks for confirmation, creates the successor of a token, and shows its secret once. */
export function RotateToken({
  token,
  onRotated,
  onClose,
}: {
  token: AccessToken;
  onRotated: () => void;
  onClose: () => void;
}) {
  const { api, token: own } = useSession();
  // A token never outlives the token that it is made with. Moments compare as text, because the service writes all of
  // them in one form.
  const [expiry = null] = [token.expiresAt, own.expiresAt].filter((end) => end !== null).toSorted();
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [oldEndsIn, setEnd] = useState<number>(ENDS[0][0]);
  const rotate = async () => {
    setBusy(true);
    try {
      const path = `accessTokens/${token.id}/rotate`;
      setSecret((await api.post<AccessToken & { token: string }>(path, { oldEndsIn })).token);
      onRotated();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  if (secret !== undefined) return <Secret secret={secret} onClose={onClose} />;
  return (
    <Dialog title="Rotate a token" onClose={onClose}>
      <DialogForm
        action="Rotate"
        isDisabled={isBusy}
        error={error}
        onSubmit={() => void rotate()}
        onCancel={onClose}
      >
        <p>
          A new token takes the place of{' '}
          <strong class="long-name">
            <bdi>{token.name}</bdi>
          </strong>
          , with the same name, scopes and hotels.
        </p>
        <label class="field">
          <span>The old one ends</span>
          <select value={oldEndsIn} onChange={(event) => setEnd(Number(event.currentTarget.value))}>
            {ENDS.map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <p>
          {oldEndsIn === 0
            ? 'Its caller is refused until it has the new one.'
            : 'Give the new one to its caller before that.'}
        </p>
        {expiry !== null && (
          <p>
            The new one expires on <Moment at={expiry} />,{' '}
            {expiry === token.expiresAt ? 'as this one does.' : 'with the token that you are signed in with.'}
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
