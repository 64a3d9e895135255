import { useState } from 'preact/hooks';
import { fromLocalText, isLeftOut, repetitionOf, toLocalText } from '../zone';
import { TypedInput } from './typed-input';

/**
 * A field for a moment in the platform's time zone. It shows the moment that it understands: the clock of the zone
 * leaves out some times, and shows others twice.
 */
export function MomentField({
  label,
  at,
  onChange,
  isInline = false,
  hasSeconds = false,
}: {
  label: string;
  at: string | null | undefined;
  onChange: (at: string | undefined) => void;
  /** Whether it stands in a row of buttons, without its label. */
  isInline?: boolean;
  hasSeconds?: boolean;
}) {
  const [typed, setTyped] = useState('');
  const textOf = (moment: string | null | undefined) =>
    toLocalText(moment).slice(0, hasSeconds ? undefined : 'YYYY-MM-DDTHH:MM'.length);
  const repetition = repetitionOf(at);
  const understand = (text: string) => {
    setTyped(text);
    onChange(fromLocalText(text));
  };
  return (
    <>
      <label class={isInline ? 'field inline hidden-label' : 'field'}>
        <span>{label}</span>
        <TypedInput
          type="datetime-local"
          step={hasSeconds ? 1 : undefined}
          value={textOf(at)}
          onCommit={understand}
        />
      </label>
      {at && isLeftOut(typed) && fromLocalText(typed) === at && (
        <span class="small" role="status">
          {label}: the clock leaves out {timeOf(typed)} on this day; {timeOf(toLocalText(at))} is meant.
        </span>
      )}
      {repetition && (
        <span class="small" role="status">
          {label}: the clock shows {timeOf(toLocalText(at))} twice on this day; the {repetition} is meant.
        </span>
      )}
    </>
  );
}

function timeOf(localText: string): string {
  return localText.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
}
