import type { TestService } from '../../support/service';

/** The second day of the update window. The dates of the rooms begin with it. */
export const FROM = '2026-12-01';

/** A room with its plans; the first one is pushed. */
export interface RoomOfPlans {
  id: string;
  plans: [string, ...string[]];
}

/** The content of the rooms to create. */
export interface Recipe {
  plans: number;
  /** The days that have rooms left and prices. */
  days?: number;
  property?: string;
  /** The plan of another room from which the first plan derives. */
  parent?: string;
}

/** Each plan derives from the one before it, in chains of ten below the first plan. */
const PARENT = 'CASE WHEN n = 1 THEN NULL WHEN n % 10 = 2 THEN $2::bigint ELSE $2::bigint + n - 2 END';
const RULE =
  '{"steps": [{"percent": "-1"}], "rounding": {"mode": "halfUp", "increment": "0.01"}, "minimum": null, "maximum": null}';

/** Creates rooms of many plans in deep derivations. The code of a hotel is the name of its property. */
export async function createRooms(
  service: TestService,
  count: number,
  recipe: Recipe,
): Promise<RoomOfPlans[]> {
  const rooms: RoomOfPlans[] = [];
  for (let n = 0; n < count; n++) rooms.push(await createRoom(service, recipe));
  const ids = rooms.map(({ id }) => id);
  await service.dataSource.query('ANALYZE room, rate_plan, room_availability, rate_room_availability');
  // This begins the past of the rooms.
  if (recipe.days)
    for (const id of ids) await service.pushInventory(id, [{ date: FROM, inventoryNumber: 4 }]);
  return rooms;
}

export async function createRoom(
  { dataSource, records }: TestService,
  { plans, days = 0, property = 'Hotel', parent }: Recipe,
): Promise<RoomOfPlans> {
  const id = await records.room(property);
  await dataSource.query(`UPDATE room SET property_code = $2, maximum_guests = 2 WHERE id = $1`, [
    id,
    property,
  ]);
  const [{ first }] = await dataSource.query<[{ first: string }]>(
    `SELECT coalesce(max(id), 0) + 1 AS first FROM rate_plan`,
  );
  const made = await dataSource.query<{ id: string }[]>(
    `INSERT INTO rate_plan (id, room_id, name, derived_from_id, derivation) OVERRIDING SYSTEM VALUE
     SELECT $2::bigint + n - 1, $1, 'Plan ' || n, coalesce(${PARENT}, $4::bigint),
            CASE WHEN n > 1 OR $4::bigint IS NOT NULL THEN $5::jsonb END
       FROM generate_series(1, $3::integer) AS n
     RETURNING id`,
    [id, first, plans, parent ?? null, RULE],
  );
  await dataSource.query(
    `SELECT setval(pg_get_serial_sequence('rate_plan', 'id'), (SELECT max(id) FROM rate_plan))`,
  );
  if (days > 0) {
    await dataSource.query(
      `INSERT INTO room_availability SELECT $1, $2::date + day, 5, 0 FROM generate_series(0, $3::integer - 1) AS day`,
      [id, FROM, days],
    );
    await dataSource.query(
      `INSERT INTO rate_room_availability (room_id, date, rate_plan_id, price)
       SELECT $1, $2::date + day, plan.id, 90
         FROM generate_series(0, $3::integer - 1) AS day CROSS JOIN rate_plan AS plan
        WHERE plan.room_id = $1 ORDER BY day, plan.id`,
      [id, FROM, days],
    );
  }
  return { id, plans: made.map((plan) => plan.id) as [string, ...string[]] };
}
