import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Guards of rate plans, and the pushed prices that they hold: one for each cell, until people decide or another push
 * takes its place. The key begins with the room, so that the table can be distributed by it as the prices are. No
 * foreign key leads to the cell, which may not exist. Whether a plan has held prices stands beside its guard, which
 * every push reads: so a push to a plan without either needs no look into the table.
 */
export class HeldPrices1780000610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rate_plan ADD COLUMN guard jsonb`);
    await runner.query(`ALTER TABLE rate_plan ADD COLUMN has_held_prices boolean NOT NULL DEFAULT false`);
    await runner.query(`CREATE INDEX ix_rate_plan_has_held_prices ON rate_plan (id) WHERE has_held_prices`);
    await runner.query(`
      CREATE TABLE held_price (
        room_id bigint NOT NULL,
        rate_plan_id bigint NOT NULL,
        date date NOT NULL,
        price numeric(14, 4) NOT NULL,
        reason text NOT NULL,
        entry_id uuid NOT NULL,
        held_at timestamptz NOT NULL,
        CONSTRAINT pk_held_price PRIMARY KEY (room_id, rate_plan_id, date),
        CONSTRAINT fk_held_price_rate_plan FOREIGN KEY (room_id, rate_plan_id)
          REFERENCES rate_plan (room_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_held_price_price CHECK (price >= 0),
        CONSTRAINT ck_held_price_reason CHECK
          (reason IN ('belowMinimum', 'aboveMaximum', 'decrease', 'increase'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE held_price`);
    await runner.query(`DROP INDEX ix_rate_plan_has_held_prices`);
    await runner.query(`ALTER TABLE rate_plan DROP COLUMN has_held_prices`);
    await runner.query(`ALTER TABLE rate_plan DROP COLUMN guard`);
  }
}
