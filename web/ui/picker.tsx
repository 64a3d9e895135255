import Combobox from '@github/combobox-nav';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLoad } from '../use-load';
import { messageOf } from './status';

/** An option: its name, and a detail that distinguishes it from options of the same name. */
export interface Option<T> {
  key: string;
  label: string;
  detail?: string;
  value: T;
}

/** The options that match a text, the best first. */
export interface Options<T> {
  options: Option<T>[];
  /** Whether more match than these. */
  hasMore: boolean;
}

interface PickerProps<T> {
  label: string;
  hidesLabel?: boolean;
  /** The name of the chosen option; empty if there is none. */
  text: string;
  placeholder: string;
  load: (search: string, signal: AbortSignal) => Promise<Options<T>>;
  /** Gets undefined if nothing is chosen any more. */
  onPick: (value: T | undefined) => void;
  isRequired?: boolean;
}

const TYPING_MS = 150;
const NOTHING = { options: [], hasMore: false, searched: undefined };

/** A field that searches by name while the user types, so nobody needs to know ids. */
export function Picker<T>({
  label,
  hidesLabel = false,
  text,
  placeholder,
  load,
  onPick,
  isRequired = false,
}: PickerProps<T>) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const combobox = useRef<Combobox | null>(null);
  const [typed, setTyped] = useState<string>();
  /** Whether Enter was pressed before the options of the text arrived. */
  const isEager = useRef(false);
  const isOpen = typed !== undefined;
  const { data, error, isLoading } = useLoad(
    async (signal) => {
      if (typed === undefined) return NOTHING;
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      signal.throwIfAborted();
      return { ...(await load(typed.trim(), signal)), searched: typed };
    },
    [typed],
  );
  const { options, hasMore, searched } = error ? NOTHING : (data ?? NOTHING);
  const close = () => setTyped(undefined);
  const pick = (option: Option<T>) => {
    close();
    onPick(option.value);
  };
  useEffect(() => {
    if (!field.current || !list.current) return;
    combobox.current = new Combobox(field.current, list.current, {
      firstOptionSelectionMode: 'selected',
      tabInsertsSuggestions: false,
    });
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    combobox.current?.start();
    return () => combobox.current?.stop();
  }, [isOpen]);
  useEffect(() => {
    const [best] = options;
    if (isEager.current && best) pick(best);
    else if (isOpen) combobox.current?.resetSelection();
    isEager.current = false;
  }, [data, error]);
  /** Handles the keys that depend on two facts the combobox does not know: is it open, and do the options fit the text? */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) {
      // The combobox does not notice a composition that began before the list was open.
      event.stopImmediatePropagation();
      return;
    }
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      setTyped('');
    } else if (event.key === 'Escape') {
      close();
    } else if (event.key === 'Enter') {
      if (searched !== typed) event.stopImmediatePropagation();
      if (typed === '' && text !== '' && options.length === 0) close();
      else isEager.current = searched !== typed;
    } else return;
    event.preventDefault();
  };
  return (
    <div class={`field picker ${hidesLabel ? 'hidden-label' : ''}`}>
      <label for={id}>{label}</label>
      <div class="picker-box" onCompositionEnd={() => combobox.current?.resetSelection()}>
        <input
          ref={field}
          id={id}
          autocomplete="off"
          required={isRequired}
          placeholder={placeholder}
          value={typed ?? text}
          onInput={(event) => {
            isEager.current = false;
            setTyped(event.currentTarget.value);
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => setTyped((before) => before ?? '')}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {text !== '' && !isOpen && (
          <button
            type="button"
            class="quiet picker-clear"
            aria-label={`Clear ${label}`}
            onClick={() => onPick(undefined)}
          >
            ✕
          </button>
        )}
      </div>
      <div class="options" hidden={!isOpen}>
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
        >
          {isOpen &&
            options.map((option, index) => (
              <li key={option.key} id={`${id}-${index}`} role="option" onClick={() => pick(option)}>
                <bdi>{option.label}</bdi>
                {option.detail && <span class="ids">{option.detail}</span>}
              </li>
            ))}
        </ul>
        {isOpen && options.length === 0 && (
          <p class="muted" role="status">
            {isLoading ? 'Searching …' : error ? messageOf(error) : 'No name contains all of these words.'}
          </p>
        )}
        {isOpen && hasMore && (
          <p class="more-options small muted" role="status">
            The first {options.length} of more: type more of the name.
          </p>
        )}
      </div>
    </div>
  );
}
