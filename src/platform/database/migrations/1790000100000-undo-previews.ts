import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An undo may name the dry run that a person has seen. It then takes back only entries that the dry run found. */
export class V2UndoPreviews1790000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE undo ADD COLUMN preview_id uuid`);
    // The moment of the latest change of the room that the dry run could see. Later entries have later moments.
    await runner.query(`ALTER TABLE undo_room ADD COLUMN last_moment timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE undo_room DROP COLUMN last_moment`);
    await runner.query(`ALTER TABLE undo DROP COLUMN preview_id`);
  }
}
