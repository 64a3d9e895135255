import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Outcome } from '../../push/journal/journaled-call';
import { IS_PUSH } from '../../push/operations';

/** A number of pushes with one outcome in one hour. */
export interface HourCount {
  /** The place of the hour, from 1. */
  hour: number;
  outcome: Outcome;
  count: number;
}

/**
 * Counts all pushes by hour and outcome. Two indexes have what it needs: one of all pushes, and one of those without
 * effect. $1 are the keys of the beginnings of the hours.
 */
const OF_ALL = `
  WITH other AS MATERIALIZED (
    SELECT width_bucket(id, $1::uuid[]) AS hour, outcome, count(*) AS count
      FROM journal_entry
     WHERE outcome <> 'applied' AND id >= ($1::uuid[])[1] AND ${IS_PUSH}
     GROUP BY 1, 2
  ), push AS (
    SELECT width_bucket(id, $1::uuid[]) AS hour, count(*) AS count
      FROM journal_entry
     WHERE id >= ($1::uuid[])[1] AND ${IS_PUSH}
     GROUP BY 1
  )
  SELECT hour, outcome, count::integer FROM other
   UNION ALL
  SELECT hour, 'applied', (count - coalesce((SELECT sum(count) FROM other WHERE other.hour = push.hour), 0))::integer
    FROM push`;

/** Counts the pushes for the rooms of a property, or without one. $2 is its name or null. */
const OF_PROPERTY = `
  SELECT width_bucket(entry.id, $1::uuid[]) AS hour, entry.outcome, count(*)::integer AS count
    FROM room
    JOIN journal_entry AS entry ON entry.room_id = room.id
   WHERE room.property_name IS NOT DISTINCT FROM $2::text AND entry.id >= ($1::uuid[])[1] AND ${IS_PUSH}
   GROUP BY 1, 2`;

/** The SQL of the pushes by hour. */
@Injectable()
export class PushesByHourRepository {
  countAll(manager: EntityManager, keys: string[]): Promise<HourCount[]> {
    return manager.query<HourCount[]>(OF_ALL, [keys]);
  }

  /** @param propertyName null for rooms without a property */
  countOfProperty(manager: EntityManager, keys: string[], propertyName: string | null): Promise<HourCount[]> {
    return manager.query<HourCount[]>(OF_PROPERTY, [keys, propertyName]);
  }
}
