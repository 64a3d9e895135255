import type { Closure } from '../../room/closures/closure.repository';

/** Returns the closures of a room as JSON text, without their end: a past calendar must not show what came later. */
export function closuresJson(closures: Closure[]): string {
  if (closures.length === 0) return '[]';
  return JSON.stringify(closures.map(({ roomId: _, openedAt: __, openedBy: ___, ...closure }) => closure));
}
