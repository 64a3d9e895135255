import { useState } from 'preact/hooks';
import type { Api, Query } from '../api';
import { useApi } from '../session';

/** Spreadsheet programs cannot open a file with more lines. */
const MAX_PAGES = 100;
const BUSY = 'Exporting …';

/** Saves all pages of a list as a CSV file, in the form in which the service writes them. */
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
  const isBusy = state === BUSY;
  const save = async () => {
    if (isBusy) return;
    setState(BUSY);
    try {
      const url = URL.createObjectURL(new Blob([await readCsv(api, path, query)], { type: 'text/csv' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
      link.click();
      URL.revokeObjectURL(url);
      setState('');
    } catch (failure) {
      setState(`Not exported: ${(failure as Error).message}`);
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

/** Joins all pages below one line of titles, with the byte order mark by which spreadsheet programs recognize UTF-8. */
async function readCsv(api: Api, path: string, query: Query): Promise<string> {
  let { text, next } = await api.getCsv(path, query);
  const texts = ['\uFEFF', text];
  for (let page = 1; next !== undefined && page < MAX_PAGES; page++) {
    ({ text, next } = await api.getCsv(next));
    texts.push(text.slice(text.indexOf('\r\n') + 2));
  }
  return texts.join('');
}
