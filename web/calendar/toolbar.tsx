import { useEffect, useRef, useState } from 'preact/hooks';
import { isDate, today } from '../dates';
import { formatMonth, formatRange } from '../format';
import type { QueryChanges } from '../router';
import type { CalendarView } from './view';
import { MONTH_DAYS, TWO_WEEKS_DAYS, shift } from './view';

const TYPING_MS = 300;

/** Which days, which rooms, and as of when. */
export function Toolbar({
  view,
  change,
  properties,
}: {
  view: CalendarView;
  change: (changes: QueryChanges, replace?: boolean) => void;
  properties: string[];
}) {
  const { from, to, days, at } = view;
  return (
    <div class="toolbar">
      <h1 class="period">
        <span class="period-month">{formatMonth(from)}</span>
        <span class="period-days muted">{formatRange(from, to)}</span>
      </h1>
      <div class="group" role="group" aria-label="Days">
        <button type="button" aria-label="Previous" onClick={() => change({ from: shift(view, -1) })}>
          ‹
        </button>
        <button type="button" onClick={() => change({ from: today() })} disabled={from === today()}>
          Today
        </button>
        <button type="button" aria-label="Next" onClick={() => change({ from: shift(view, 1) })}>
          ›
        </button>
      </div>
      <div class="group" role="group" aria-label="Length">
        <button type="button" aria-pressed={days >= 28} onClick={() => change({ days: MONTH_DAYS })}>
          Month
        </button>
        <button
          type="button"
          aria-pressed={days === TWO_WEEKS_DAYS}
          onClick={() => change({ days: TWO_WEEKS_DAYS })}
        >
          Two weeks
        </button>
      </div>
      <label class="field inline hidden-label">
        <span>Jump to</span>
        <input
          type="date"
          value={from}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isDate(value)) change({ from: value });
          }}
        />
      </label>
      <Search value={view.search} properties={properties} onSearch={(search) => change({ search }, true)} />
      <label class="field inline">
        <span>As of</span>
        <input
          type="datetime-local"
          step="1"
          value={at === null ? '' : localText(at)}
          onChange={(event) => {
            const time = new Date(event.currentTarget.value);
            change({ at: Number.isNaN(time.getTime()) ? undefined : time.toISOString() });
          }}
        />
      </label>
    </div>
  );
}

/** Looks for rooms while it is typed, without a call for each letter. */
function Search({
  value,
  properties,
  onSearch,
}: {
  value: string;
  properties: string[];
  onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="field inline hidden-label grow">
      <span>Search</span>
      <input
        type="search"
        placeholder="Room or property"
        list="properties"
        value={text}
        maxLength={200}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(typed.trim()), TYPING_MS);
        }}
      />
      <datalist id="properties">
        {properties.map((property) => (
          <option key={property} value={property.slice(0, 200)} />
        ))}
      </datalist>
    </label>
  );
}

/** As a field for a moment wants it: local, without an offset. */
function localText(at: string): string {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
