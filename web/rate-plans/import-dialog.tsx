import { useRef, useState } from 'preact/hooks';
import type { ImportResult } from '../api-types';
import { counted, formatCount } from '../format';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { ChangeProgress } from './change-progress';
import { ImportPreview } from './import-preview';
import { usePreviewedChange } from './use-previewed-change';

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
  const api = useApi();
  const [csv, setCsv] = useState('');
  const chosen = useRef<HTMLInputElement>(null);
  const { preview, running, error, setError, readPreview, save } = usePreviewedChange<ImportResult>({
    content: csv,
    unit: 'rooms and rate plans',
    titleOf: titleInWords,
    send: (seen, onProgress) => {
      const query = seen === undefined ? { dryRun: 'true' } : { preview: seen };
      return api.postCsv<ImportResult>('import', query, csv, onProgress);
    },
    onSaved: (result) => {
      onClose();
      onSaved(resultInWords(result));
    },
    endOf: (result) => ({ words: `${titleInWords(result)}: ${resultInWords(result)}` }),
  });
  const changes = preview ? preview.created + preview.changed : 0;
  const canApply = changes > 0 && !preview?.lines.some(({ action }) => action === 'refuse');
  const isSaving = running?.isSaving === true;
  const edit = (text: string) => {
    setCsv(text);
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
  return (
    <Dialog
      title="Import rooms and rate plans"
      wide
      unsaved={csv === '' || isSaving ? null : 'The file is not imported.'}
      onClose={onClose}
    >
      <DialogForm
        action={canApply ? `Import ${formatCount(changes)}` : 'Preview'}
        isDisabled={csv.trim() === ''}
        error={error}
        onSubmit={() => void (canApply ? save() : readPreview())}
        cancel={isSaving ? 'Close' : 'Cancel'}
        onCancel={onClose}
        beside={
          <button type="button" disabled={isSaving} onClick={() => edit(SAMPLE)}>
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
            disabled={isSaving}
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
            readOnly={isSaving}
            value={csv}
            onInput={(event) => edit(event.currentTarget.value)}
          />
        </label>
        {preview && <ImportPreview preview={preview} />}
        <ChangeProgress running={running} />
      </DialogForm>
    </Dialog>
  );
}

function titleInWords({ lines }: ImportResult): string {
  return `Import of ${counted(lines.length, 'line')}`;
}

function resultInWords({ created, changed }: ImportResult): string {
  return `${formatCount(created)} made, ${formatCount(changed)} changed.`;
}
