import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names of tokens may be given twice: an entry also has the id of its own, which is null for those from before. */
export class JournalToken1780000450000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE journal_entry ADD COLUMN token_id uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE journal_entry DROP COLUMN token_id`);
  }
}
