import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addDays } from '../dates';
import { inWords } from '../format';
import { placeText } from '../names';
import { useHotel } from '../router';
import { planSearch, roomSearch, tokenSearch } from '../search';
import { useSession } from '../session';
import { MomentField } from '../ui/moment-field';
import { Picker } from '../ui/picker';
import { startOf, today } from '../zone';
import { OPERATIONS, operationInWords } from './operations';
import { useNames } from '../use-names';

export const FILTER_NAMES = [
  'roomId',
  'ratePlanId',
  'operation',
  'outcome',
  'largeChange',
  'token',
  'from',
  'to',
] as const;
export type Filter = Record<string, string>;

const OUTCOMES = ['applied', 'emptyList', 'roomMissing', 'ratePlanMissing', 'refused', 'failed'];
const NONE: Filter = Object.fromEntries(FILTER_NAMES.map((name) => [name, '']));

/**
 * Chooses the entries of the journal to show. Each choice takes effect at once. The fields are folded at first, unless a
 * filter is already chosen.
 */
export function Filters({
  filter,
  onFilter,
  order,
}: {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The button for the order of the entries. */
  order: ComponentChildren;
}) {
  const { api, names } = useSession();
  const hotel = useHotel();
  const { roomId = '', ratePlanId = '', from = '', to = '' } = filter;
  const chosen = FILTER_NAMES.filter((name) => filter[name]).length;
  const [isOpen, setOpen] = useState(chosen > 0);
  const named = useNames([roomId || null]);
  const of = named(roomId);
  const set = (changes: Filter) => onFilter({ ...filter, ...changes });
  const choice = (name: string, label: string, values: string[], words: (value: string) => string) => (
    <label class="field">
      <span>{label}</span>
      <select value={filter[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
        <option value="">any</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {words(value)}
          </option>
        ))}
      </select>
    </label>
  );
  const moment = (name: 'from' | 'to', label: string) => (
    <MomentField label={label} at={filter[name]} onChange={(at) => set({ [name]: at ?? '' })} />
  );
  const quick: [string, Filter][] = [
    ['Refused', { outcome: 'refused' }],
    ['Large changes', { largeChange: 'true' }],
    ['Today', { from: startOf(today()), to: '' }],
    ['7 days', { from: startOf(addDays(today(), -6)), to: '' }],
  ];
  const isOn = (changes: Filter) => Object.entries(changes).every(([name, value]) => filter[name] === value);
  return (
    <form class="filters card" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <div class="actions">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters{chosen > 0 && ` (${chosen})`} <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        </button>
        {quick.map(([words, changes]) => (
          <button
            key={words}
            type="button"
            aria-pressed={isOn(changes)}
            onClick={() =>
              set(
                isOn(changes) ? Object.fromEntries(Object.keys(changes).map((name) => [name, ''])) : changes,
              )
            }
          >
            {words}
          </button>
        ))}
        {order}
        <button type="button" onClick={() => onFilter(NONE)} disabled={isOn(NONE) && !from && !to}>
          Clear
        </button>
      </div>
      {isOpen && (
        <>
          <Picker
            label="Room"
            text={
              roomId &&
              (of ? placeText({ ...of, hotel: hotel ? null : of.hotel }, roomId, null) : `Room ${roomId}`)
            }
            placeholder="Any room"
            load={roomSearch(api, hotel)}
            onPick={(target) => set({ roomId: target?.roomId ?? '', ratePlanId: '' })}
          />
          <Picker
            label="Rate plan"
            text={ratePlanId && (of?.plans.get(ratePlanId)?.name ?? `Rate plan ${ratePlanId}`)}
            placeholder="Any rate plan"
            load={planSearch(api, names, hotel)}
            onPick={(target) =>
              set({ roomId: target?.roomId ?? roomId, ratePlanId: target?.ratePlanId ?? '' })
            }
          />
          {choice('operation', 'What', Object.keys(OPERATIONS), operationInWords)}
          {choice('outcome', 'Outcome', OUTCOMES, inWords)}
          <TokenFilter value={filter['token'] ?? ''} onChange={(token) => set({ token })} />
          {moment('from', 'From')}
          {moment('to', 'Before')}
        </>
      )}
    </form>
  );
}

/** Chooses the name of an access token. A person who may not list the tokens writes it. */
function TokenFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { api, isAdmin } = useSession();
  const [draft, setDraft] = useState(value);
  const [search] = useState(() => tokenSearch(api));
  if (isAdmin)
    return (
      <Picker
        label="Access token"
        text={value}
        placeholder="Any token"
        load={search}
        onPick={(name) => onChange(name ?? '')}
      />
    );
  return (
    <label class="field">
      <span>Access token</span>
      <input
        value={draft}
        placeholder="Its name"
        autocomplete="off"
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={() => onChange(draft.trim())}
      />
    </label>
  );
}
