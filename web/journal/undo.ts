import type { Api } from '../api';
import type { UndoAnswer } from '../api-types';

const POLL_MS = 1_000;

/** The pushes to undo, and the path of the API's operation. */
export interface Undo {
  path: string;
  of?: Record<string, string>;
}

export function undoOfEntry(requestId: string): Undo {
  return { path: `journal/${requestId}/undo` };
}

/**
 * The undo of all pushes that a filter of the journal finds.
 * @returns undefined if the filter has no start, or has a condition that an undo does not know
 */
export function undoOfFilter(filter: Record<string, string | undefined>): Undo | undefined {
  const { from, to, token, roomId, ratePlanId, operation, outcome, largeChange } = filter;
  if (!from || operation || largeChange || (outcome && outcome !== 'applied')) return undefined;
  const given = Object.entries({ token, roomId, ratePlanId, from, to });
  const of = Object.fromEntries(given.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return { path: 'journal/undo', of };
}

/**
 * Carries out or previews an undo, and waits for its end.
 * @param preview the preview that the person has confirmed: only pushes that it found are undone; null to preview
 * @param onProgress is called with the progress of a long undo
 * @throws Error with the service's message if the undo failed
 */
export async function carryOut(
  api: Api,
  { path, of }: Undo,
  preview: UndoAnswer | null,
  onProgress: (answer: UndoAnswer) => void,
  signal?: AbortSignal,
): Promise<UndoAnswer> {
  const confirmed = of && preview ? { preview: preview.undoId } : {};
  let answer = await api.post<UndoAnswer>(path, { ...of, ...confirmed, dryRun: preview === null }, signal);
  while (answer.state === 'running') {
    onProgress(answer);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    answer = await api.get<UndoAnswer>(`journal/undo/${answer.undoId}`, {}, signal);
  }
  if (answer.state === 'failed') throw new Error(answer.problem ?? 'The undo failed');
  return answer;
}
