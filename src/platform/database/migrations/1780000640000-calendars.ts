import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index by which the calendar of many rooms finds what a plan's parent in another room was at a moment. */
export class Calendars1780000640000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_rate_plan_state_rate_plan_id_moment ON rate_plan_state (rate_plan_id, moment)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_rate_plan_state_rate_plan_id_moment`);
  }
}
