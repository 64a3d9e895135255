import { useEffect, useRef, useState } from 'preact/hooks';
import type { Tagged } from './api';
import { hasChangedSince } from './api-error';
import { isSame, rebase } from './rebase';
import { useSession } from './session';
import { useLoad } from './use-load';

/** The record of a form, and the person's changes of it. */
export interface RecordForm<T, Draft> {
  /** The record as it was read last; null for a new one, undefined while it loads. */
  record: T | null | undefined;
  draft: Draft | undefined;
  setDraft: (draft: Draft) => void;
  isChanged: boolean;
  loadError: Error | undefined;
  reload: () => void;
  /** The error of the last attempt to send. */
  error: Error | undefined;
  /** Sends with the tag of the record. After a 412, it reads the record again. @returns whether it was sent */
  send: (attempt: (tag: string | null) => Promise<unknown>) => Promise<boolean>;
}

/**
 * Loads a record when its form opens, because the list that shows the record may be outdated. If others change the
 * record while the form is open, the form keeps what the person has changed, and everything else becomes as it is now.
 * @param path null for a new record
 * @param rebaseDraft takes a changed record into the draft
 */
export function useRecord<T, Draft extends object>(
  path: string | null,
  draftOf: (record: T | null) => Draft,
  rebaseDraft: (draft: Draft, before: Draft, now: Draft) => Draft = rebase,
): RecordForm<T, Draft> {
  const { api } = useSession();
  const [read, setRead] = useState<Tagged<T | null>>();
  const [draft, setDraft] = useState<Draft>();
  const [error, setError] = useState<Error>();
  const loaded = useLoad<Tagged<T | null>>(
    async (signal) => (path === null ? { record: null, tag: null } : api.getTagged<T>(path, signal)),
    [path],
  );
  const isSending = useRef(false);
  const take = (next: Tagged<T | null>) => {
    const now = draftOf(next.record);
    setDraft((typed) => (typed && read ? rebaseDraft(typed, draftOf(read.record), now) : now));
    setRead(next);
  };
  useEffect(() => {
    if (loaded.data) take(loaded.data);
  }, [loaded.data]);
  const readAgain = (path: string, failure: Error): Promise<Error> =>
    api.getTagged<T>(path).then(
      (next) => {
        take(next);
        return failure;
      },
      (other: unknown) => other as Error,
    );
  const send = async (attempt: (tag: string | null) => Promise<unknown>) => {
    // A second press of the button would find the change of the first one.
    if (isSending.current) return false;
    isSending.current = true;
    try {
      await attempt(read?.tag ?? null);
      return true;
    } catch (failure) {
      // The message appears with the values that it names.
      if (path !== null && hasChangedSince(failure)) setError(await readAgain(path, failure as Error));
      else setError(failure as Error);
      return false;
    } finally {
      isSending.current = false;
    }
  };
  const record = read?.record;
  return {
    ...{ record, draft, setDraft, error, send },
    isChanged: draft !== undefined && record !== undefined && !isSame(draft, draftOf(record)),
    loadError: loaded.error,
    reload: loaded.reload,
  };
}
