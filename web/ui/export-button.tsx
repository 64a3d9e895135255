import { useState } from 'preact/hooks';
import type { Query } from '../api';
import { ApiError } from '../api-error';
import { useApi } from '../session';

const BYTE_ORDER_MARK = '\uFEFF';
const BUSY = 'Exporting …';
const MB = 1_000_000;

/** Saves a whole list as a CSV file, in the form in which the service writes it. */
export function ExportButton({
  name,
  path,
  query,
}: {
  /** The file name without its extension. */
  name: string;
  path: string;
  query: Query;
}) {
  const api = useApi();
  const [state, setState] = useState('');
  const isBusy = state.startsWith(BUSY);
  const save = async () => {
    if (isBusy) return;
    setState(BUSY);
    const onProgress = (bytes: number) => setState(`${BUSY} ${Math.floor(bytes / MB)} MB`);
    try {
      const csv = await api.getCsv(path, query, onProgress);
      // Spreadsheet programs recognize UTF-8 by the byte order mark.
      const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
      link.click();
      URL.revokeObjectURL(url);
      setState('');
    } catch (failure) {
      setState(whyNot(failure as Error));
    }
  };
  return (
    <>
      <button type="button" aria-disabled={isBusy} onClick={() => void save()}>
        Export CSV
      </button>
      <span role="status" class="small">
        {state}
      </span>
    </>
  );
}

function whyNot(failure: Error): string {
  if (failure instanceof ApiError) return `Not exported: ${failure.message}`;
  return 'Not exported: the connection broke before the end of the list. No file was saved. Export it again.';
}
