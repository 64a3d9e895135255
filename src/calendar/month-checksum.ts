import type { RatePlanId } from '../platform/database/id';

/** The checksum of a rate plan's prices in a month, or of the rooms left in it if there is no plan. */
export interface MonthChecksum {
  month: string;
  ratePlanId: RatePlanId | null;
  checksum: string;
}

/**
 * Selects the checksums of a table by date: SHA-256 of one line for each date of a month, as `2026-12-24=3\n`. `$1` is the
 * room. The dates are from `$2` to before `$3`.
 * @param value the text of a record's value
 */
export function monthChecksums(table: string, ratePlanId: string, value: string): string {
  return `
  SELECT to_char(date, 'YYYY-MM') AS month, ${ratePlanId} AS "ratePlanId",
         encode(sha256(convert_to(string_agg(to_char(date, 'YYYY-MM-DD') || '=' || ${value} || E'\\n', '' ORDER BY date),
                                  'UTF8')), 'hex') AS checksum
    FROM ${table}
   WHERE room_id = $1 AND date >= $2::date AND date < $3::date
   GROUP BY 1, 2`;
}
