import { useState } from 'preact/hooks';

/**
 * An input that keeps what a person types until the change is complete. Without it, a view that is drawn again meanwhile
 * puts the old value back.
 */
export function TypedInput({
  value,
  onCommit,
  ...attributes
}: {
  type: 'date' | 'datetime-local' | 'number';
  value: string;
  /** Takes the new value when the change is complete. */
  onCommit: (value: string) => void;
  required?: boolean;
  min?: string;
  max?: string;
  step?: number;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...attributes}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        setTyped(undefined);
        onCommit(event.currentTarget.value);
      }}
    />
  );
}
