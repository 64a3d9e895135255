import { useState } from 'preact/hooks';
import { inWords } from '../format';
import { OPERATIONS } from './operations';

export const FILTER_NAMES = ['roomId', 'ratePlanId', 'operation', 'outcome', 'token', 'from', 'to'] as const;
export type Filter = Record<string, string>;

const OPERATION_LABELS = Object.entries(OPERATIONS).map(([name, { label }]) => [name, label] as const);
const OUTCOMES = ['applied', 'emptyList', 'roomMissing', 'ratePlanMissing', 'refused', 'failed'];
const OUTCOME_LABELS = OUTCOMES.map((name) => [name, inWords(name)] as const);

/** Which entries of the journal to show. */
export function Filters({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const [draft, setDraft] = useState(filter);
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    setDraft({ ...draft, [name]: event.currentTarget.value });
  const text = (name: string, label: string, attributes: object = {}) => (
    <label class="field">
      <span>{label}</span>
      <input value={draft[name]} onInput={set(name)} autocomplete="off" {...attributes} />
    </label>
  );
  const choice = (name: string, label: string, values: (readonly [name: string, label: string])[]) => (
    <label class="field">
      <span>{label}</span>
      <select value={draft[name]} onChange={set(name)}>
        <option value="">any</option>
        {values.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form
      class="filters card"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(draft);
      }}
    >
      {text('roomId', 'Room', { inputMode: 'numeric', pattern: '[0-9]{1,19}', placeholder: 'its id' })}
      {text('ratePlanId', 'Rate plan', {
        inputMode: 'numeric',
        pattern: '[0-9]{1,19}',
        placeholder: 'its id',
      })}
      {choice('operation', 'Operation', OPERATION_LABELS)}
      {choice('outcome', 'Outcome', OUTCOME_LABELS)}
      {text('token', 'Access token', { placeholder: 'its name' })}
      <MomentFilter label="From" value={draft['from']} onChange={(from) => setDraft({ ...draft, from })} />
      <MomentFilter label="Before" value={draft['to']} onChange={(to) => setDraft({ ...draft, to })} />
      <div class="actions">
        <button type="submit" class="primary">
          Filter
        </button>
        <button
          type="button"
          onClick={() => onFilter(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])))}
        >
          Clear
        </button>
      </div>
    </form>
  );
}

/** A moment, typed in the browser's time zone and kept as it is sent. */
function MomentFilter({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="datetime-local"
        value={localText(value)}
        onChange={(event) => {
          const time = new Date(event.currentTarget.value);
          onChange(Number.isNaN(time.getTime()) ? '' : time.toISOString());
        }}
      />
    </label>
  );
}

function localText(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
