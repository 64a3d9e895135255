import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { howToWrite, readDecimal, UNREADABLE, writeDecimal } from '../decimal';
import { formatDecimal, formatPrice } from '../format';

export interface DecimalProps {
  /** Decimal text, as calls have it. */
  value: string;
  /** The currency of an amount, if it is known, or `%`. */
  unit: string;
  onInput: (value: string) => void;
}

/** An input for a decimal in the browser's language. A note beside it shows what was understood, or how to write it. */
export function DecimalInput({
  value,
  unit,
  onInput,
  ...attributes
}: DecimalProps & { id?: string; 'aria-label'?: string; placeholder?: string }) {
  const [typed, setTyped] = useState('');
  const [isTyping, setTyping] = useState(false);
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The value can also come from elsewhere, as from a stored record.
  const shown = readDecimal(typed) === value ? typed : writeDecimal(value);
  const problem = value === UNREADABLE ? howToWrite() : '';
  // The browser does not submit a form with a problem.
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  return (
    <>
      <input
        {...attributes}
        ref={input}
        inputMode="decimal"
        value={shown}
        aria-describedby={noteId}
        aria-invalid={problem !== '' && !isTyping}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setTyping(true);
          onInput(readDecimal(event.currentTarget.value));
        }}
        onBlur={() => setTyping(false)}
        autocomplete="off"
      />
      <output id={noteId} class={problem ? 'understood problem' : 'understood'}>
        {problem ? !isTyping && problem : understood(value, unit, shown)}
      </output>
    </>
  );
}

/** The value with its unit; empty if the person typed it like this. */
function understood(value: string, unit: string, typed: string): string {
  const written = unit === '%' ? formatDecimal(value) : formatPrice(value);
  return value === '' || written === typed ? '' : `${written} ${unit}`.trim();
}
