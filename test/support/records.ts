import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Derivation } from '../../src/calendar/derivation/price-derivation';

/** A derivation of which a test says only what it is about. */
export function derivation(rule: Partial<Derivation>): Derivation {
  return {
    steps: [],
    rounding: { mode: 'halfUp', increment: '0.01' },
    minimum: null,
    maximum: null,
    ...rule,
  };
}

/** Makes and reads records in SQL of its own, so that a test does not look through the eyes of what it tests. */
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

  /** A date of a room, whatever the update window is. */
  async day(roomId: string, date: string, totalRooms = 0): Promise<void> {
    await this.dataSource.query(`INSERT INTO room_availability VALUES ($1, $2, $3, 0)`, [
      roomId,
      date,
      totalRooms,
    ]);
  }

  /** The price of a plan on a date that the room has, whatever the update window is and without what derives from it. */
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
