import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Derivation } from '../../src/calendar/derivation/price-derivation';

/** A derivation with defaults for the fields that a test leaves out. */
export function derivation(rule: Partial<Derivation>): Derivation {
  return {
    steps: [],
    rounding: { mode: 'halfUp', increment: '0.01' },
    minimum: null,
    maximum: null,
    ...rule,
  };
}

/** Creates and reads records with its own SQL, so that a test does not depend on the code that it tests. */
export class Records {
  constructor(private readonly dataSource: DataSource) {}

  async room(propertyName: string | null = 'Hotel Bar'): Promise<string> {
    return this.id(`INSERT INTO room (name, property_name) VALUES ('Double', $1) RETURNING id`, [
      propertyName,
    ]);
  }

  async ratePlan(
    roomId: string,
    parentId: string | null = null,
    rule: Partial<Derivation> = {},
  ): Promise<string> {
    return this.id(
      `INSERT INTO rate_plan (room_id, name, derived_from_id, derivation) VALUES ($1, 'Plan', $2, $3) RETURNING id`,
      [roomId, parentId, parentId === null ? null : JSON.stringify(derivation(rule))],
    );
  }

  async accessToken(token: {
    name: string;
    token: string;
    scopes: string[];
    propertyNames?: string[];
    expiresAt?: Date;
  }): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO access_token (id, name, sha256, scopes, property_names, created_at, expires_at)
       VALUES ($1, $2, sha256(convert_to($3, 'UTF8')), $4, $5, clock_timestamp(), $6)`,
      [uuidv7(), token.name, token.token, token.scopes, token.propertyNames ?? null, token.expiresAt ?? null],
    );
  }

  /** Inserts a date of a room, inside the update window or not. */
  async day(roomId: string, date: string, totalRooms = 0): Promise<void> {
    await this.dataSource.query(`INSERT INTO room_availability VALUES ($1, $2, $3, 0)`, [
      roomId,
      date,
      totalRooms,
    ]);
  }

  /** Inserts a price of a plan on a date of its room, inside the update window or not, without derived prices. */
  async price(roomId: string, ratePlanId: string, date: string, price: number): Promise<void> {
    await this.dataSource.query(`INSERT INTO rate_room_availability VALUES ($1, $2, $3, $4)`, [
      roomId,
      ratePlanId,
      date,
      price,
    ]);
  }

  /** `{ date: [totalRooms, occupiedRooms] }` */
  async availability(roomId: string): Promise<Record<string, [number, number]>> {
    const rows = await this.dataSource.query<{ date: string; total_rooms: number; occupied_rooms: number }[]>(
      `SELECT date, total_rooms, occupied_rooms FROM room_availability WHERE room_id = $1 ORDER BY date`,
      [roomId],
    );
    return Object.fromEntries(rows.map((row) => [row.date, [row.total_rooms, row.occupied_rooms]]));
  }

  /** `{ date: price }`, a price as decimal text with four fraction digits */
  async prices(ratePlanId: string): Promise<Record<string, string | null>> {
    const rows = await this.dataSource.query<{ date: string; price: string | null }[]>(
      `SELECT date, price FROM rate_room_availability WHERE rate_plan_id = $1 ORDER BY date`,
      [ratePlanId],
    );
    return Object.fromEntries(rows.map(({ date, price }) => [date, price]));
  }

  /** The restrictions of a plan that are set, by date. */
  async restrictions(ratePlanId: string): Promise<Record<string, object>> {
    const rows = await this.dataSource.query<{ date: string; restrictions: object }[]>(
      `SELECT date::text, json_strip_nulls(json_build_object(
                'stopSell', stop_sell, 'closedToArrival', closed_to_arrival, 'closedToDeparture', closed_to_departure,
                'minStayArrival', min_stay_arrival, 'minStayThrough', min_stay_through, 'maxStay', max_stay)) AS restrictions
         FROM rate_room_availability WHERE rate_plan_id = $1 ORDER BY date`,
      [ratePlanId],
    );
    return Object.fromEntries(rows.map(({ date, restrictions }) => [date, restrictions]));
  }

  /** Whether a room is closed, by date. */
  async closed(roomId: string): Promise<Record<string, boolean>> {
    const rows = await this.dataSource.query<{ date: string; closed: boolean }[]>(
      `SELECT date::text, closed FROM room_availability WHERE room_id = $1 ORDER BY date`,
      [roomId],
    );
    return Object.fromEntries(rows.map(({ date, closed }) => [date, closed]));
  }

  async roomRow(roomId: string): Promise<Record<string, unknown> | undefined> {
    const rows = await this.dataSource.query<Record<string, unknown>[]>(`SELECT * FROM room WHERE id = $1`, [
      roomId,
    ]);
    return rows[0];
  }

  async occupy(roomId: string, date: string, rooms: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE room_availability SET occupied_rooms = $3 WHERE room_id = $1 AND date = $2`,
      [roomId, date, rooms],
    );
  }

  async pushes(): Promise<{ id: string; outcome: string; token: string | null }[]> {
    return this.dataSource.query(`SELECT id, outcome, token FROM journal_entry ORDER BY applied_at`);
  }

  private async id(sql: string, parameters: unknown[]): Promise<string> {
    const [row] = await this.dataSource.query<[{ id: string }]>(sql, parameters);
    return row.id;
  }
}
