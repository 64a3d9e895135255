import { useEffect, useReducer } from 'preact/hooks';
import type { NamedRoom } from './names';
import { useSession } from './session';

/** Returns the names of some rooms, and draws the component again when a name arrives. */
export function useNames(roomIds: (string | null)[]): (roomId: string) => NamedRoom | null | undefined {
  const { names } = useSession();
  const [, redraw] = useReducer((round: number) => round + 1, 0);
  const wanted = [...new Set(roomIds.flatMap((id) => id ?? []))].sort();
  useEffect(() => {
    let isOver = false;
    const missing = wanted.filter((id) => names.get(id) === undefined);
    for (const id of wanted) {
      void names.load(id).then(() => !isOver && missing.includes(id) && redraw(undefined));
    }
    return () => {
      isOver = true;
    };
  }, [names, wanted.join()]);
  return (roomId) => names.get(roomId);
}
