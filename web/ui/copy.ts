/** Copies a text, also on a page without TLS, where browsers offer no clipboard. @returns whether it succeeded */
export async function copyText(text: string): Promise<boolean> {
  try {
    // `clipboard` is undefined without TLS, although its type says otherwise.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    if (navigator.clipboard as Clipboard | undefined) return true;
  } catch {
    // The older method may work.
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
