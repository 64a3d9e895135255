import { hasChangedSince } from '../api-error';
import { useSession } from '../session';
import { useLoad } from '../use-load';
import { ConfirmName } from './confirm-name';
import { Dialog } from './dialog';
import { Failure } from './status';

/** Deletes a room or a rate plan as the person sees it, but not one that others have changed since. */
export function DeleteRecord({
  what,
  path,
  consequence,
  onDeleted,
  onClose,
}: {
  what: string;
  path: string;
  consequence: string;
  onDeleted: (name: string) => void;
  onClose: () => void;
}) {
  const { api, names } = useSession();
  const { data, error, reload } = useLoad((signal) => api.getTagged<{ name: string }>(path, signal), [path]);
  if (error) {
    return (
      <Dialog title={`Delete ${what}`} onClose={onClose}>
        <Failure error={error} retry={reload} />
      </Dialog>
    );
  }
  const remove = async (confirm: string) => {
    try {
      await api.delete(`${path}?${new URLSearchParams({ confirm }).toString()}`, data?.tag);
    } catch (failure) {
      if (hasChangedSince(failure)) reload();
      throw failure;
    }
    names.forget();
    onDeleted(confirm);
  };
  return (
    <ConfirmName
      what={what}
      name={data?.record.name}
      consequence={consequence}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
