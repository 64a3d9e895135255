import { useState } from 'preact/hooks';
import { copyText } from '../ui/copy';
import { Dialog } from '../ui/dialog';

/** Shows the secret of a new token once. */
export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(secret));
  return (
    <Dialog
      title="The new token"
      unsaved={copied ? null : 'The token has not been copied, and is never shown again.'}
      onClose={onClose}
    >
      <p>The token is shown only once. Copy it now, and store it with your other secrets.</p>
      <label class="field">
        <span>Token</span>
        <input
          class="mono"
          readOnly
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setCopied(true)}
        />
      </label>
      <div class="actions">
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" onClick={onClose}>
          {copied ? 'Done' : 'Close without a copy'}
        </button>
        <span role="status">
          {copied === true && 'Copied'}
          {copied === false && 'It could not be copied: select the token and press Ctrl+C.'}
        </span>
      </div>
    </Dialog>
  );
}
