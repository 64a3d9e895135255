import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made an access token, for which properties it is, and which tokens came from BOOTSTRAP_TOKEN. */
export class AccessTokens1780000460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE access_token ADD COLUMN created_by uuid`);
    await runner.query(`ALTER TABLE access_token ADD COLUMN property_names text[]`);
    await runner.query(`ALTER TABLE access_token ADD COLUMN is_bootstrap boolean NOT NULL DEFAULT false`);
    await runner.query(`UPDATE access_token SET is_bootstrap = true WHERE name = 'bootstrap'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE access_token DROP COLUMN is_bootstrap`);
    await runner.query(`ALTER TABLE access_token DROP COLUMN property_names`);
    await runner.query(`ALTER TABLE access_token DROP COLUMN created_by`);
  }
}
