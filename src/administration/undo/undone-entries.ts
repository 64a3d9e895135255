/** The condition under which the filters of an `undo` select a journal `entry`. */
export const IS_SELECTED = `(
  entry.id BETWEEN undo.first_entry_id AND undo.last_entry_id
  AND entry.outcome = 'applied'
  AND entry.operation = ANY(undo.operations)
  AND (undo.token IS NULL OR entry.token = undo.token)
  AND (undo.token_id IS NULL OR entry.token_id = undo.token_id)
  AND (undo.room_id IS NULL OR entry.room_id = undo.room_id)
  AND (undo.call_id IS NULL OR entry.call_id = undo.call_id)
  AND (undo.rate_plan_id IS NULL OR entry.rate_plan_id = undo.rate_plan_id
       OR undo.rate_plan_id = ANY(entry.rate_plan_ids)))`;

/** Selects the room of an `entry` and the rooms with derived plans that it has changed. */
export const REACHED_ROOMS = `
  SELECT entry.room_id UNION
  SELECT (changed ->> 'roomId')::bigint FROM json_array_elements(entry.changed_rooms) AS changed`;

/** The condition under which an `entry` is for a room or has changed it. @param room the parameter of the statement */
export const reaches = (room: string) => `(
  entry.room_id = ${room}
  OR EXISTS (SELECT FROM json_array_elements(entry.changed_rooms) AS changed
              WHERE (changed ->> 'roomId')::bigint = ${room}))`;

/**
 * The condition under which an `undo` takes back a journal `entry`: a dry run, and an undo after it, take only entries
 * that were there when the dry run began, whenever they arrived.
 * A state names the entry that made it, so a query on states can apply this to any entry.
 */
export const IS_UNDONE = `(${IS_SELECTED}
  AND coalesce(entry.applied_at <= (SELECT seen.last_moment FROM undo_room AS seen
                                     WHERE seen.undo_id = undo.id AND seen.room_id = entry.room_id),
               undo.preview_id IS NULL))`;
