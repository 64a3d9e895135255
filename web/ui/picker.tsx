import { useEffect, useId, useRef, useState } from 'preact/hooks';
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
const NOTHING = { options: [], hasMore: false };

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
  const [typed, setTyped] = useState<string>();
  const [{ options, hasMore }, setFound] = useState<Options<T>>(NOTHING);
  const [failure, setFailure] = useState<Error>();
  /** The text whose options are shown. */
  const [searched, setSearched] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [active, setActive] = useState(0);
  /** Whether Enter was pressed before the options of the text arrived. */
  const isEager = useRef(false);
  const latest = useRef(load);
  latest.current = load;
  const latestPick = useRef<(option: Option<T>) => void>(() => undefined);
  const isOpen = typed !== undefined;
  useEffect(() => {
    if (typed === undefined) return;
    const abort = new AbortController();
    setLoading(true);
    setFailure(undefined);
    const timer = setTimeout(() => {
      latest.current(typed.trim(), abort.signal).then(
        (found) => {
          if (abort.signal.aborted) return;
          const [best] = found.options;
          if (isEager.current && best) {
            latestPick.current(best);
            return;
          }
          isEager.current = false;
          setFound(found);
          setSearched(typed);
          setActive(0);
          setLoading(false);
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          isEager.current = false;
          setFound(NOTHING);
          setFailure(error as Error);
          setLoading(false);
        },
      );
    }, TYPING_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [typed]);
  const close = () => {
    setTyped(undefined);
    setFound(NOTHING);
    setFailure(undefined);
    setSearched(undefined);
    isEager.current = false;
  };
  const pick = (option: Option<T> | undefined) => {
    if (!option) return;
    close();
    onPick(option.value);
  };
  latestPick.current = pick;
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) setTyped('');
      else setActive((before) => Math.min(Math.max(before + step, 0), Math.max(options.length - 1, 0)));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (typed === '' && text !== '' && options.length === 0) close();
      else if (searched === typed) pick(options[active]);
      else isEager.current = true;
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  return (
    <div class={`field picker ${hidesLabel ? 'hidden-label' : ''}`}>
      <label for={id}>{label}</label>
      <div class="picker-box">
        <input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && options.length > 0 ? `${id}-${active}` : undefined}
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
        <ul id={`${id}-list`} role="listbox" aria-label={label}>
          {isOpen &&
            options.map((option, index) => (
              <li
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault(); // the field keeps the focus
                  pick(option);
                }}
              >
                <bdi>{option.label}</bdi>
                {option.detail && <span class="ids">{option.detail}</span>}
              </li>
            ))}
        </ul>
        {isOpen && options.length === 0 && (
          <p class="muted" role="status">
            {isLoading
              ? 'Searching …'
              : failure
                ? messageOf(failure)
                : 'No name contains all of these words.'}
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
