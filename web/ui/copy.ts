/** Copies a text, also where the page came without TLS and the browser has no clipboard for it. @returns whether it did */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Not there without TLS, whatever the types say.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    if (navigator.clipboard as Clipboard | undefined) return true;
  } catch {
    // The older way may work.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'copied';
  const before = document.activeElement;
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without TLS
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
