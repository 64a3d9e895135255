import { isLargeChange } from '../../push/journal/large-change';

/**
 * Returns the SQL that counts, by room, the entries that change a price by a large share and that nobody has undone.
 * @param since SQL of the key of the first entry
 * @param share SQL of the share, see `isLargeChange`
 */
export function largeChangesOf(since: string, share: string): string {
  return `
    WITH undo AS (
      SELECT id, undoes FROM journal_entry
       WHERE operation = 'undo' AND outcome = 'applied' AND id >= ${since}::uuid
    ), undone AS (
      SELECT unnest(undoes) AS id FROM undo WHERE NOT EXISTS (SELECT FROM undo AS later WHERE undo.id = ANY (later.undoes))
    )
    SELECT room_id, count(*) AS count
      FROM journal_entry
     WHERE id >= ${since}::uuid AND room_id IS NOT NULL AND ${isLargeChange(`${share}::numeric`)}
       AND NOT EXISTS (SELECT FROM undone WHERE undone.id = journal_entry.id)
     GROUP BY room_id`;
}
