import { useState } from 'preact/hooks';
import { toCsv } from '../csv';

/** Saves a table as a CSV file. */
export function ExportButton({
  name,
  load,
}: {
  /** The file name without its extension. */
  name: string;
  load: () => Promise<(string | number | null | undefined)[][]>;
}) {
  const [state, setState] = useState('');
  const save = async () => {
    setState('Exporting …');
    try {
      const url = URL.createObjectURL(new Blob([toCsv(await load())], { type: 'text/csv' }));
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
      <button type="button" disabled={state === 'Exporting …'} onClick={() => void save()}>
        Export CSV
      </button>
      <span role="status" class="small">
        {state}
      </span>
    </>
  );
}
