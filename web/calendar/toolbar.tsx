import { useEffect, useRef, useState } from 'preact/hooks';
import { addDays, isDate } from '../dates';
import { formatMonth, formatRange } from '../format';
import { placeText } from '../names';
import type { QueryChanges } from '../router';
import { MomentField } from '../ui/moment-field';
import { TypedInput } from '../ui/typed-input';
import { useNames } from '../use-names';
import { fromLocalText, startOf, today } from '../zone';
import type { CalendarView } from './view';
import { MONTH_DAYS, TWO_WEEKS_DAYS, shift } from './view';

const TYPING_MS = 300;

/** Chooses the days, the rooms and the moment. */
export function Toolbar({
  view,
  shown,
  change,
  isSelecting,
  onSelecting,
  onFoldAll,
}: {
  view: CalendarView;
  /** The days that are drawn. They differ from the requested days until those arrive. */
  shown: { from: string; to: string };
  change: (changes: QueryChanges, replace?: boolean) => void;
  /** Whether a press on a cell selects it for closing. */
  isSelecting: boolean;
  /** Undefined if nothing can be closed. */
  onSelecting: ((isSelecting: boolean) => void) | undefined;
  onFoldAll: (showsDerived: boolean) => void;
}) {
  const { from, days, showsDerived } = view;
  /** Whether a narrow screen shows more than the days. */
  const [hasOptions, setOptions] = useState(false);
  return (
    <div class="toolbar">
      <h1 class="period">
        <span class="period-month">{formatMonth(shown.from)}</span>
        <span class="period-days muted">{formatRange(shown.from, shown.to)}</span>
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
      <button
        type="button"
        class="toolbar-toggle"
        aria-expanded={hasOptions}
        onClick={() => setOptions(!hasOptions)}
      >
        Options <span aria-hidden="true">{hasOptions ? '▾' : '▸'}</span>
      </button>
      <div class={`toolbar-options ${hasOptions ? 'is-open' : ''}`}>
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
          <TypedInput
            type="date"
            value={from}
            onCommit={(value) => {
              if (isDate(value)) change({ from: value });
            }}
          />
        </label>
        <button type="button" aria-pressed={showsDerived} onClick={() => onFoldAll(!showsDerived)}>
          Derived plans
        </button>
        {onSelecting && (
          <button
            type="button"
            aria-pressed={isSelecting}
            title="Select cells to close them for sale; a mouse that is dragged selects as well"
            onClick={() => onSelecting(!isSelecting)}
          >
            Select
          </button>
        )}
        {view.roomId && <OnlyRoom roomId={view.roomId} onClear={() => change({ roomId: undefined })} />}
        <Search value={view.search} onSearch={(search) => change({ search, roomId: undefined }, true)} />
        <AsOf at={view.at} onChange={(at) => change({ at })} />
      </div>
    </div>
  );
}

/** The room that was chosen by its id, with the way back to all rooms. */
function OnlyRoom({ roomId, onClear }: { roomId: string; onClear: () => void }) {
  const name = placeText(useNames([roomId])(roomId), roomId, null);
  return (
    <button type="button" aria-pressed="true" aria-label={`Only ${name}: show all rooms`} onClick={onClear}>
      Only <bdi>{name}</bdi> <span aria-hidden="true">✕</span>
    </button>
  );
}

/** Chooses the moment of the calendar. */
function AsOf({ at, onChange }: { at: string | null; onChange: (at: string | undefined) => void }) {
  const presets: Record<string, () => string | undefined> = {
    now: () => undefined,
    '1 hour ago': () => new Date(Date.now() - 3_600_000).toISOString(),
    'yesterday 18:00': () => fromLocalText(`${addDays(today(), -1)}T18:00`),
    'start of today': () => startOf(today()),
    'a moment …': () => new Date().toISOString(),
  };
  return (
    <>
      <label class="field inline">
        <span>As of</span>
        <select
          value={at === null ? 'now' : 'then'}
          onChange={(event) => onChange(presets[event.currentTarget.value]?.())}
        >
          {Object.keys(presets).map((preset) => (
            <option key={preset}>{preset}</option>
          ))}
          {at !== null && (
            <option value="then" hidden>
              then
            </option>
          )}
        </select>
      </label>
      {at !== null && <MomentField label="Moment" at={at} onChange={onChange} isInline hasSeconds />}
    </>
  );
}

/** Searches for rooms while the user types, without a call for each letter. */
function Search({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="field inline hidden-label grow">
      <span>Search</span>
      <input
        type="search"
        placeholder="Room or hotel"
        value={text}
        maxLength={606}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(typed.trim()), TYPING_MS);
        }}
      />
    </label>
  );
}
