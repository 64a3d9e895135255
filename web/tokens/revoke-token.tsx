import { useState } from 'preact/hooks';
import type { AccessToken } from '../api-types';
import { useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/status';

/** Asks for confirmation, and revokes a token. */
export function RevokeToken({
  token,
  onRevoked,
  onClose,
}: {
  token: AccessToken;
  onRevoked: () => void;
  onClose: () => void;
}) {
  const { api, token: own } = useSession();
  const [error, setError] = useState<Error>();
  const revoke = async () => {
    try {
      await api.delete(`accessTokens/${token.id}`);
      onClose();
      onRevoked();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <Dialog title="Revoke a token" onClose={onClose}>
      <p>
        Every call with{' '}
        <strong class="long-name">
          <bdi>{token.name}</bdi>
        </strong>{' '}
        is refused from now on. This cannot be taken back.
        {token.id === own.id && ' It is the token that you are signed in with.'}
      </p>
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="button" class="danger" onClick={() => void revoke()}>
          Revoke
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
