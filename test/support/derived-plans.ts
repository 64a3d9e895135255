import { uuidv7 } from 'uuidv7';
import type { TestService } from './service';

/**
 * Creates rooms with two plans each.
 * @param days how many days have rooms left and prices
 * @returns the derived plans
 */
export async function createDerivedPlans(
  service: TestService,
  count: number,
  days: number,
): Promise<string[]> {
  const { dataSource } = service;
  const name = `Hotel ${uuidv7()}`;
  await dataSource.query(
    `INSERT INTO room (name, property_name) SELECT 'Double', $1 FROM generate_series(1, $2::integer)`,
    [name, count],
  );
  await dataSource.query(
    `INSERT INTO rate_plan (room_id, name) SELECT id, 'Flexible' FROM room WHERE property_name = $1`,
    [name],
  );
  const rule = { steps: [{ percent: '-10' }], rounding: { mode: 'halfUp', increment: '0.01' } };
  await dataSource.query(
    `INSERT INTO rate_plan (room_id, name, derived_from_id, derivation)
     SELECT room_id, 'With breakfast', plan.id, $2 FROM rate_plan AS plan JOIN room ON room.id = room_id
      WHERE property_name = $1`,
    [name, JSON.stringify({ ...rule, minimum: null, maximum: null })],
  );
  const dates = "SELECT date '2026-11-30' + n AS day FROM generate_series(0, $2::integer - 1) AS n";
  await dataSource.query(
    `INSERT INTO room_availability SELECT id, day, 1, 0 FROM room CROSS JOIN (${dates}) AS days WHERE property_name = $1`,
    [name, days],
  );
  await service.fill(
    `INSERT INTO rate_room_availability
     SELECT room_id, plan.id, day, CASE WHEN derived_from_id IS NULL THEN 100 ELSE 90 END
       FROM rate_plan AS plan JOIN room ON room.id = room_id CROSS JOIN (${dates}) AS days WHERE property_name = $1`,
    [name, days],
  );
  const rows = await dataSource.query<{ id: string }[]>(
    `SELECT plan.id FROM rate_plan AS plan JOIN room ON room.id = room_id
      WHERE property_name = $1 AND derived_from_id IS NOT NULL`,
    [name],
  );
  return rows.map(({ id }) => id);
}
