import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the journal tells of held prices, late arrivals and undo. */
export class HeldLateUndo1780000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE journal_entry
        ADD COLUMN held integer NOT NULL DEFAULT 0,
        ADD COLUMN late integer NOT NULL DEFAULT 0,
        ADD COLUMN repeat_of uuid,
        ADD COLUMN undoes uuid[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE journal_entry
        DROP COLUMN held,
        DROP COLUMN late,
        DROP COLUMN repeat_of,
        DROP COLUMN undoes`);
  }
}
