import { useRef, useState } from 'preact/hooks';
import { isConflict } from '../api';
import type { ImportResult } from '../api-types';
import { formatCount } from '../format';
import { useSession } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { ImportPreview } from './import-preview';

const SAMPLE = `Hotel,Hotel code,Room,Room id,Rooms,Guests,Adults,Children,Rate plan,Rate plan id,Currency,Derived from,Per cent,Amount
Hotel Lake,L1,Double,,10,3,2,1,Flexible,,EUR,,,
Hotel Lake,L1,Double,,10,3,2,1,Not refundable,,EUR,Flexible,-10,
Hotel Lake,L1,Double,,10,3,2,1,Breakfast,,EUR,Flexible,,12.50
Hotel Lake,L1,Single,,4,1,1,0,,,,,,
`;

/** Imports rooms and rate plans from CSV: first a preview, then all of it at once. */
export function ImportDialog({
  onSaved,
  onClose,
}: {
  onSaved: (message: string) => void;
  onClose: () => void;
}) {
  const { api, names } = useSession();
  const [csv, setCsv] = useState('');
  const [preview, setPreview] = useState<ImportResult>();
  const [error, setError] = useState<Error>();
  const chosen = useRef<HTMLInputElement>(null);
  const changes = preview ? preview.created + preview.changed : 0;
  const canApply = changes > 0 && !preview?.lines.some(({ action }) => action === 'refuse');
  const edit = (text: string) => {
    setCsv(text);
    setPreview(undefined);
    setError(undefined);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      edit(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      setError(new Error('The file is not in UTF-8. Save it as “CSV UTF-8”.'));
    }
    if (chosen.current) chosen.current.value = '';
  };
  const send = async () => {
    setError(undefined);
    try {
      const query = canApply ? { preview: preview?.preview } : { dryRun: 'true' };
      const result = await api.postCsv<ImportResult>('import', query, csv);
      if (!result.applied) {
        setPreview(result);
        return;
      }
      names.forget();
      onClose();
      onSaved(`${formatCount(result.created)} made, ${formatCount(result.changed)} changed.`);
    } catch (failure) {
      setError(failure as Error);
      if (isConflict(failure)) setPreview(undefined);
    }
  };
  return (
    <Dialog
      title="Import rooms and rate plans"
      wide
      unsaved={csv === '' ? null : 'The file is not imported.'}
      onClose={onClose}
    >
      <DialogForm
        action={canApply ? `Import ${formatCount(changes)}` : 'Preview'}
        isDisabled={csv.trim() === ''}
        error={error}
        onSubmit={() => void send()}
        onCancel={onClose}
        beside={
          <button type="button" onClick={() => edit(SAMPLE)}>
            Show an example
          </button>
        }
      >
        <p class="muted small">
          A line is about a room and, if its columns are filled, a rate plan. Known ids or names change rooms
          and plans, and new ones create them. An empty cell leaves a value unchanged. “Export CSV” has the
          same columns. Nothing is imported before you have seen a preview.
        </p>
        <label class="field">
          <span>CSV file</span>
          <input
            ref={chosen}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        </label>
        <label class="field">
          <span>Or paste its lines, or cells of a spreadsheet</span>
          <textarea
            class="csv"
            rows={8}
            wrap="off"
            spellcheck={false}
            value={csv}
            onInput={(event) => edit(event.currentTarget.value)}
          />
        </label>
        {preview && <ImportPreview preview={preview} />}
      </DialogForm>
    </Dialog>
  );
}
