import type { FieldError } from '../../platform/http/problem';
import { DRY_RUN_PATH } from '../../push/dry-run/dry-run.hook';

export const CHANNEX_PATH = '/channex/';
const DRY_RUNS = `/${DRY_RUN_PATH}channex/`;

/** Whether a URL belongs to Channex, dry runs included. */
export function isOfChannex(url: string): boolean {
  return url.startsWith(CHANNEX_PATH) || url.startsWith(DRY_RUNS);
}

/** Removes the slash at the end of a Channex path, because Nest registers routes without it. */
export function withoutEndSlash(url: string): string {
  return isOfChannex(url) ? url.replace(/\/(?=\?|$)/, '') : url;
}

/**
 * Returns the body of the answer to a failed call: the place of each error for a notification of changes, one sentence for
 * any other call.
 */
export function channexFailure(isChanges: boolean, detail: string, errors: readonly FieldError[]): object {
  if (!isChanges) return { success: false, error: detail };
  const wrong = errors.length > 0 ? errors : [{ pointer: '', message: detail }];
  return { success: false, errors: wrong.map(({ pointer, message }) => ({ path: pointer, message })) };
}
