/**
 * The condition under which an `undo` takes back a journal `entry`.
 * A state names the entry that made it, so a query on states can apply this to any entry.
 */
export const IS_UNDONE = `(
  entry.id BETWEEN undo.first_entry_id AND undo.last_entry_id
  AND entry.outcome = 'applied'
  AND entry.operation = ANY(undo.operations)
  AND (undo.token IS NULL OR entry.token = undo.token)
  AND (undo.token_id IS NULL OR entry.token_id = undo.token_id)
  AND (undo.room_id IS NULL OR entry.room_id = undo.room_id)
  AND (undo.call_id IS NULL OR entry.call_id = undo.call_id)
  AND (undo.rate_plan_id IS NULL OR entry.rate_plan_id = undo.rate_plan_id
       OR undo.rate_plan_id = ANY(entry.rate_plan_ids)))`;
